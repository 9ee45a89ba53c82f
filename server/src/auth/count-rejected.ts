import type { AppError } from '../lib/errors.js'
import type { Context } from '../platform/context.js'
import { networkKeyOf } from '../platform/limits/network-address.js'
import type { Access } from './access.js'
import { takeProcessCall } from './limits/take-call.js'

/**
 * Counts a call that is rejected for its URL or its credentials. Returns the error to send instead when its network
 * address has made too many, or null.
 */
export type CountRejected = (ip: string) => AppError | null

export function createRejectedCount(
  { config }: Pick<Context, 'config'>,
  { limiter }: Pick<Access, 'limiter'>,
): CountRejected {
  return (ip) =>
    takeProcessCall({ limiter, config }, 'rejected-calls', { network: networkKeyOf(ip) })
}
