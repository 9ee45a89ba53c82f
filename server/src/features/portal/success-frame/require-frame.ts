import { AppError } from '../../../lib/errors.js'

/**
 * Refuses whoever opens the frame's address as a page of its own: there the script could lead the window anywhere,
 * from a link that looks like ours. Browsers say in `Sec-Fetch-Dest` what they load something for; one that does not
 * say it is not refused, and still gives the script no origin.
 *
 * @throws {AppError} `not_found`.
 */
export function requireFrame(destination: string | string[] | undefined): void {
  if (destination === undefined || destination === 'iframe') return
  throw new AppError('not_found', 'There is nothing here outside of the payment page')
}
