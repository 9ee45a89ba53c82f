import { pino } from 'pino'

/** For tests that do not look at what is logged. */
export const silentLog = pino({ level: 'silent' })
