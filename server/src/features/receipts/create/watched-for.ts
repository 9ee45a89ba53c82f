import { DAY_MS } from '../../../lib/time.js'

/** How long a deposit address is watched. Opening the payment page extends it. */
export const watchedForMs = 90 * DAY_MS
