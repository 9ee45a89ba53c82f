import type { Db } from './db/db.js'
import { StoreUnavailable } from './db/store-unavailable.js'

/** A read or write that many requests make, which one statement can do for all of them. */
export type Batched<Input, Output> = {
  /** Inputs with equal keys run one after the other. Reads need no key. */
  keyOf?: (input: Input) => string
  /** Returns the outputs in the order of the inputs. `again` repeats the input in the next statement. */
  run: (db: Db, inputs: readonly Input[]) => Promise<readonly (Output | 'again')[]>
}

export type Batches = {
  /**
   * Runs an input. Inputs that arrive while statements are in flight go out together, in order. An input that makes a
   * statement fail does not affect the others: each then runs alone.
   */
  run<Input, Output>(kind: Batched<Input, Output>, input: Input): Promise<Output>
}

type Waiting<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

const maxSize = 64
/** Two, so that the database works on one while this process reads the results of the other. */
const maxInFlight = 2
/**
 * A write waits this long for the one before it, because what arrives meanwhile then goes out as one larger statement,
 * which costs less per row. But not for longer: that one may wait for a lock.
 */
const writesWaitMs = 20

/** Creates the queues of this process, one per kind. */
export function createBatches(db: Db): Batches {
  const queues = new Map<unknown, unknown>()
  return {
    run<Input, Output>(kind: Batched<Input, Output>, input: Input) {
      const known = queues.get(kind) as ((input: Input) => Promise<Output>) | undefined
      const run = known ?? createQueue(db, kind)
      if (!known) queues.set(kind, run)
      return run(input)
    },
  }
}

function createQueue<Input, Output>(
  db: Db,
  { keyOf, run }: Batched<Input, Output>,
): (input: Input) => Promise<Output> {
  const queue: Waiting<Input, Output>[] = []
  const busyKeys = new Set<string>()
  let inFlight = 0
  let isWaitedFor = false
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || isWaitedFor || inFlight >= maxInFlight || queue.length === 0) return
    isScheduled = true
    // After the requests that arrived at the same time.
    setImmediate(() => {
      isScheduled = false
      const batch = takeNext()
      if (batch.length === 0) return
      void send(batch)
      schedule()
    })
  }

  function takeNext(): Waiting<Input, Output>[] {
    if (!keyOf) return queue.splice(0, maxSize)
    const taken: Waiting<Input, Output>[] = []
    const left = queue.splice(0).filter((waiting) => {
      const key = keyOf(waiting.input)
      if (taken.length === maxSize || busyKeys.has(key)) return true
      busyKeys.add(key)
      taken.push(waiting)
      return false
    })
    queue.push(...left)
    return taken
  }

  async function send(batch: Waiting<Input, Output>[]): Promise<void> {
    inFlight += 1
    const goOn = keyOf && batch.length < maxSize ? holdBack() : () => {}
    try {
      await settle(batch)
    } finally {
      inFlight -= 1
      if (keyOf) for (const { input } of batch) busyKeys.delete(keyOf(input))
      goOn()
      schedule()
    }
  }

  /** Holds further statements back for a while, or until the returned function is called. */
  function holdBack(): () => void {
    let isOver = false
    isWaitedFor = true
    const end = () => {
      if (isOver) return
      isOver = true
      isWaitedFor = false
      schedule()
    }
    const timer = setTimeout(end, writesWaitMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }

  async function settle(batch: Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(
        db,
        batch.map(({ input }) => input),
      )
      const undecided = batch.filter((_, index) => outputs[index] === 'again')
      queue.unshift(...undecided)
      for (const [index, { resolve }] of batch.entries()) {
        const output = outputs[index]
        if (output !== 'again') resolve(output as Output)
      }
    } catch (error) {
      // An unavailable store may have committed the statement.
      if (batch.length === 1 || error instanceof StoreUnavailable) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const waiting of batch) await settle([waiting])
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject })
      schedule()
    })
}
