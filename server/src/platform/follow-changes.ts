/**
 * A table whose rows each carry the version in which they last changed. Versions become visible in their
 * order, so whoever knows everything up to one only has to ask for what is newer.
 */
export type ChangeSource<Changes> = {
  findVersion(): Promise<number>
  /** Everything, in pieces that are small enough to take in between two requests. */
  readAll(): AsyncIterable<Changes>
  /** What changed after a version, up to now, in pieces as well. Repeating some of it does no harm. */
  readSince(version: number): AsyncIterable<Changes>
}

export type FollowedIndex<Changes> = {
  apply(changes: Changes): void
  /** Whether it is time to build a new one. */
  isWorn(): boolean
}

type Known<Index> = { index: Index; version: number }

/**
 * An index in memory that is as new as the table whenever it is asked for. The first who asks has it built;
 * everybody else costs one look at the version. One that could not be built is built again by the next who
 * asks; one that is worn serves until a new one is there.
 */
export function followChanges<Changes, Index extends FollowedIndex<Changes>>(
  source: ChangeSource<Changes>,
  createIndex: () => Index,
): () => Promise<Index> {
  let current: Promise<Known<Index>> | null = null
  let renewing = false
  let reading: Promise<void> | null = null

  async function build(): Promise<Known<Index>> {
    // Before the rows: what changes while they are read is then read once more.
    const version = await source.findVersion()
    const index = createIndex()
    for await (const changes of source.readAll()) index.apply(changes)
    return { index, version }
  }

  function start(): Promise<Known<Index>> {
    const started = build()
    current = started
    started.catch(() => {
      if (current === started) current = null
    })
    return started
  }

  async function readOn(known: Known<Index>): Promise<void> {
    const version = await source.findVersion()
    for await (const changes of source.readSince(known.version)) known.index.apply(changes)
    known.version = version
  }

  /** One reads on at a time: older rows must not come after newer ones. */
  async function catchUp(known: Known<Index>): Promise<void> {
    const version = await source.findVersion()
    while (known.version < version) {
      reading ??= readOn(known).finally(() => {
        reading = null
      })
      await reading
    }
  }

  function renew(): void {
    if (renewing) return
    renewing = true
    const renewed = build()
    renewed
      .then(() => {
        current = renewed
      })
      // The worn one still serves, and whoever asks next tries again.
      .catch(() => undefined)
      .finally(() => {
        renewing = false
      })
  }

  return async () => {
    const known = await (current ?? start())
    await catchUp(known)
    if (known.index.isWorn()) renew()
    return known.index
  }
}
