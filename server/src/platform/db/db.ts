/** The part of a database connection that stores use. */
export type Queryable = {
  /**
   * Runs one statement. Its text is its identity: equal texts share one prepared plan, so values
   * always go into `params`.
   *
   * @throws {StoreUnavailable} when the database cannot be reached.
   */
  query<Row extends object>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>
  /**
   * Runs `effect` once what was written is visible to others: at once outside a transaction, after the commit inside
   * one. A transaction that rolls back drops its effects, and one that runs again keeps only those of its last run.
   */
  afterCommit(effect: () => void): void
}

export type Db = Queryable & {
  /**
   * Runs `work` in one transaction and commits. A throw rolls back. `work` runs again when the
   * database asks for it (serialisation failure, deadlock), so it must have no other effects.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Waits for statements under way, then closes every connection. */
  close(): Promise<void>
}
