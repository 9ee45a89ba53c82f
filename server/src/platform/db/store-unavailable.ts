/**
 * The database cannot be reached, or did not answer in time. The one outcome that degraded mode
 * builds on: everything else a query throws is a bug or a broken rule.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /**
   * Whether a write may have happened although no answer came. Unknown is not failed: such a write
   * may only be repeated under the same unique key.
   */
  readonly mayHaveCommitted: boolean

  constructor(options: { mayHaveCommitted: boolean; cause?: unknown }) {
    super('The data store is unavailable', { cause: options.cause })
    this.mayHaveCommitted = options.mayHaveCommitted
  }
}
