/**
 * SQL for the database's real time in Unix ms. Leases use it because all processes share it, while their own clocks
 * may differ.
 */
export const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** The same, evaluated once per statement, which lets the planner use an index. */
export const databaseNowOnce = `(select ${databaseNow})`
