type Waiting<Value> = { resolve: (value: Value) => void; reject: (error: unknown) => void }

/**
 * Creates a function that loads values by key. Keys that are requested together are loaded with one call of `loadAll`, and
 * each key once.
 */
export function createLoader<Value>(
  loadAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  missing: Value,
): (key: string) => Promise<Value> {
  const loaded = new Map<string, Promise<Value>>()
  let batch = new Map<string, Waiting<Value>>()

  async function run(): Promise<void> {
    const current = batch
    batch = new Map()
    try {
      const values = await loadAll([...current.keys()])
      for (const [key, { resolve }] of current) resolve(values.get(key) ?? missing)
    } catch (error) {
      for (const { reject } of current.values()) reject(error)
    }
  }

  return (key) => {
    const known = loaded.get(key)
    if (known !== undefined) return known
    // After all pending promises, so that every field of a level is in the batch.
    if (batch.size === 0) void Promise.resolve().then(() => process.nextTick(run))
    const promise = new Promise<Value>((resolve, reject) => batch.set(key, { resolve, reject }))
    loaded.set(key, promise)
    return promise
  }
}
