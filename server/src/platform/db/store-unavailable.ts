/**
 * The database cannot be reached or did not respond in time. Degraded mode handles this error; any other error of a
 * query is a bug or a violated constraint.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /**
   * Whether a write may have been committed without a response. Such a write may only be retried under the same unique
   * key.
   */
  readonly mayHaveCommitted: boolean

  constructor(options: { mayHaveCommitted: boolean; cause?: unknown }) {
    super('The data store is unavailable', { cause: options.cause })
    this.mayHaveCommitted = options.mayHaveCommitted
  }
}
