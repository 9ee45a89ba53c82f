/**
 * A table whose rows each carry the version in which they last changed. Versions become visible in their
 * order, so whoever knows everything up to one only has to ask for what is newer.
 */
export type ChangeSource<Changes> = {
  findVersion(): Promise<number>
  /** Everything, in pieces that are small enough to take in between two requests. */
  readAll(): AsyncIterable<Changes>
  /** What changed after a version, up to now. Repeating some of it does no harm. */
  readSince(version: number): Promise<Changes>
}

export type FollowedIndex<Changes> = {
  apply(changes: Changes): void
  /** Whether it is time to build a new one. */
  isWorn(): boolean
}

/**
 * An index in memory that is as new as the table whenever it is asked for. The first who asks has it built;
 * everybody else costs one look at the version. One that is worn or could not be built is built again by the
 * next who asks.
 */
export function followChanges<Changes, Index extends FollowedIndex<Changes>>(
  source: ChangeSource<Changes>,
  createIndex: () => Index,
): () => Promise<Index> {
  type Known = { index: Index; version: number }
  let building: Promise<Known> | null = null

  async function build(): Promise<Known> {
    // Before the rows: what changes while they are read is then read once more.
    const version = await source.findVersion()
    const index = createIndex()
    for await (const changes of source.readAll()) index.apply(changes)
    return { index, version }
  }

  async function catchUp(known: Known): Promise<void> {
    const version = await source.findVersion()
    if (version <= known.version) return
    const changes = await source.readSince(known.version)
    // Somebody else may have read later and been faster: older rows must not come after newer ones.
    if (version <= known.version) return
    known.index.apply(changes)
    known.version = version
  }

  return async () => {
    const current = building ?? build()
    building = current
    try {
      const known = await current
      await catchUp(known)
      if (known.index.isWorn() && building === current) building = null
      return known.index
    } catch (error) {
      if (building === current) building = null
      throw error
    }
  }
}
