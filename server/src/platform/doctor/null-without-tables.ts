/** Waits for a query. Returns null when it failed because the database has no tables yet. */
export async function nullWithoutTables<Result>(query: Promise<Result>): Promise<Result | null> {
  try {
    return await query
  } catch (error) {
    if (isTableMissing(error)) return null
    throw error
  }
}

function isTableMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01'
}
