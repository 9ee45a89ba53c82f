import { shareReads } from './share-reads.js'

/**
 * A table whose rows carry the version of their last change. Versions become visible in order, so
 * an index that is complete up to one version only needs the newer rows.
 */
export type ChangeSource<Changes> = {
  findVersion(): Promise<number>
  /** Reads all rows, in batches small enough not to delay requests. */
  readAll(): AsyncIterable<Changes>
  /** Reads all changes after a version, in batches. May repeat some. */
  readSince(version: number): AsyncIterable<Changes>
}

export type FollowedIndex<Changes> = {
  apply(changes: Changes): void
  /** Returns whether the index should be rebuilt. */
  needsRebuild(): boolean
}

/** Starts a build when it may run. */
export type StartBuild = <Result>(build: () => Promise<Result>) => Promise<Result>

/** An index and the version up to which it is complete. It may have some newer changes. */
export type BuiltIndex<Index> = { index: Index; version: number }

/** Returns the index, up to date with the table. */
export type FollowedTable<Index> = {
  (): Promise<Index>
  /** Returns the index as it is, without a query. Null before it is built. */
  known(): Readonly<BuiltIndex<Index>> | null
}

/**
 * Returns a function that returns an in-memory index, up to date with the table. The first call
 * builds it; later calls share a query for the version. A failed build is retried by the next call.
 * An index that needs a rebuild is used until its replacement is ready.
 */
export function followChanges<Changes, Index extends FollowedIndex<Changes>>(
  source: ChangeSource<Changes>,
  createIndex: () => Index,
  startBuild: StartBuild = (build) => build(),
): FollowedTable<Index> {
  let current: Promise<BuiltIndex<Index>> | null = null
  let latest: BuiltIndex<Index> | null = null
  let rebuilding = false
  let reading: Promise<void> | null = null
  const findVersion = shareReads(() => source.findVersion())

  const build = () => startBuild(load)

  async function load(): Promise<BuiltIndex<Index>> {
    // Read first, so that rows changed during the build are read again.
    const version = await source.findVersion()
    const index = createIndex()
    for await (const changes of source.readAll()) index.apply(changes)
    return { index, version }
  }

  function start(): Promise<BuiltIndex<Index>> {
    const started = build()
    current = started
    started.catch(() => {
      if (current === started) current = null
    })
    return started
  }

  async function readChanges(built: BuiltIndex<Index>): Promise<void> {
    const version = await source.findVersion()
    for await (const changes of source.readSince(built.version)) built.index.apply(changes)
    built.version = version
  }

  /** Runs one read at a time, so that older rows never overwrite newer ones. */
  async function catchUp(built: BuiltIndex<Index>): Promise<void> {
    const version = await findVersion()
    while (built.version < version) {
      reading ??= readChanges(built).finally(() => {
        reading = null
      })
      await reading
    }
  }

  function rebuild(): void {
    if (rebuilding) return
    rebuilding = true
    const rebuilt = build()
    rebuilt
      .then(() => {
        current = rebuilt
      })
      // The current index is still usable, and the next call tries again.
      .catch(() => undefined)
      .finally(() => {
        rebuilding = false
      })
  }

  async function get(): Promise<Index> {
    const built = await (current ?? start())
    await catchUp(built)
    latest = built
    if (built.index.needsRebuild()) rebuild()
    return built.index
  }
  return Object.assign(get, { known: () => latest })
}
