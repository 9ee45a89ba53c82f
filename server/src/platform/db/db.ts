/** The part of a database connection that stores use. */
export type Queryable = {
  /**
   * Runs one statement. Equal texts share one prepared statement, so always pass values in
   * `params`.
   *
   * @throws {StoreUnavailable} when the database cannot be reached.
   */
  query<Row extends object>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>
  /**
   * Runs `effect` after the commit, or at once outside a transaction. A rollback drops the effects,
   * and a retry keeps only those of the last run.
   */
  afterCommit(effect: () => void): void
  /**
   * Runs a statement with the rows as JSON in `$1`, in the round trip that commits. Rows of equal
   * statements are joined, and equal rows written once. Outside a transaction it runs at once.
   */
  writeOnCommit(sql: string, rows: readonly object[]): Promise<void>
}

export type Db = Queryable & {
  /**
   * Runs `work` in one transaction and commits. A throw rolls back. `work` is retried after a
   * serialization failure or deadlock, so it must have no other effects.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Returns false during an outage, in which every call fails at once. */
  isAvailable(): boolean
  /** Calls the listener when an outage begins (false) and when it ends (true). */
  onChange(listener: (isAvailable: boolean) => void): void
  /** Returns the same database for background work, whose statements may take longer. */
  patient(): Db
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>
}
