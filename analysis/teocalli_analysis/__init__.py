"""Self-play records and balance reports for the games of teocalli.

``selfplay.play_run`` plays games into a folder, ``records.Run`` reads them, ``studies`` turns them
into data frames, and ``report.write_report`` into a page.
"""
