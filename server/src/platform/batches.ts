import type { Db } from './db/db.js'
import { StoreUnavailable } from './db/store-unavailable.js'

/** A read or write that many requests make, which one statement can do for all of them. */
export type BatchOperation<Input, Output> = {
  /** Inputs with equal keys run one after the other. Reads need no key. */
  keyOf?: (input: Input) => string
  /** Returns the owner of the rows that an input locks. Required by kinds that return `locked`. */
  ownerOf?: (input: Input) => string
  /**
   * Returns the outputs in the order of the inputs. `again` repeats the input in the next
   * statement. `locked` repeats it in a statement with inputs of the same owner only, which waits
   * for the lock. Only a statement that must not wait may return it.
   */
  run: (
    db: Db,
    inputs: readonly Input[],
    options: { waits: boolean },
  ) => Promise<readonly (Output | 'again' | 'locked')[]>
}

export type Batches = {
  /**
   * Runs an input. Inputs that arrive while statements are in flight go out together, in order. An
   * input that makes a statement fail does not affect the others: each then runs alone. Neither
   * does one whose rows are locked: it waits apart from inputs of other owners.
   */
  run<Input, Output>(kind: BatchOperation<Input, Output>, input: Input): Promise<Output>
}

type QueuedInput<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

const maxSize = 64
/** Two, so that the database works on one while this process reads the results of the other. */
const maxInFlight = 2
/**
 * A write waits this long for the one before it, because what arrives meanwhile then goes out as
 * one larger statement, which costs less per row. But not for longer: that one may be slow.
 */
const writesWaitMs = 20
/** Statements that wait for locks use connections, which imports that hold the locks need too. */
const maxWaiting = 2

type Add<Input, Output> = (waiting: QueuedInput<Input, Output>) => void

/** Creates the queues of this process, one per kind. */
export function createBatches(db: Db): Batches {
  const queues = new Map<unknown, unknown>()
  return {
    run<Input, Output>(kind: BatchOperation<Input, Output>, input: Input) {
      const existing = queues.get(kind) as Add<Input, Output> | undefined
      const add = existing ?? createKind(db, kind)
      if (!existing) queues.set(kind, add)
      return new Promise<Output>((resolve, reject) => add({ input, resolve, reject }))
    },
  }
}

function createKind<Input, Output>(
  db: Db,
  kind: BatchOperation<Input, Output>,
): Add<Input, Output> {
  const { keyOf } = kind
  return createQueue({
    keyOf,
    maxInFlight,
    run: (inputs) => kind.run(db, inputs, { waits: false }),
    addLocked: createLockedQueues(db, kind),
  })
}

/** Creates a queue per owner for inputs whose rows are locked. Owners take turns. */
function createLockedQueues<Input, Output>(
  db: Db,
  { keyOf, ownerOf, run }: BatchOperation<Input, Output>,
): Add<Input, Output> {
  const queues = new Map<string, Add<Input, Output>>()
  const inTurn = createTurns(maxWaiting)

  function createOwned(owner: string): Add<Input, Output> {
    return createQueue({
      keyOf,
      maxInFlight: 1,
      run: (inputs) => inTurn(() => run(db, inputs, { waits: true })),
      onIdle: () => queues.delete(owner),
    })
  }

  return (waiting) => {
    const owner = ownerOf?.(waiting.input) ?? ''
    const add = queues.get(owner) ?? createOwned(owner)
    queues.set(owner, add)
    add(waiting)
  }
}

/** Creates a function that runs at most `atOnce` works at a time, in order. */
function createTurns(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

function createQueue<Input, Output>(options: {
  keyOf: ((input: Input) => string) | undefined
  maxInFlight: number
  run: (inputs: readonly Input[]) => ReturnType<BatchOperation<Input, Output>['run']>
  addLocked?: Add<Input, Output>
  onIdle?: () => void
}): Add<Input, Output> {
  const { keyOf, maxInFlight, run, addLocked, onIdle } = options
  const queue: QueuedInput<Input, Output>[] = []
  const busyKeys = new Set<string>()
  let inFlight = 0
  let isHeldBack = false
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || isHeldBack || inFlight >= maxInFlight || queue.length === 0) return
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

  function takeNext(): QueuedInput<Input, Output>[] {
    if (!keyOf) return queue.splice(0, maxSize)
    const batch: QueuedInput<Input, Output>[] = []
    const remaining = queue.splice(0).filter((waiting) => {
      const key = keyOf(waiting.input)
      if (batch.length === maxSize || busyKeys.has(key)) return true
      busyKeys.add(key)
      batch.push(waiting)
      return false
    })
    queue.push(...remaining)
    return batch
  }

  async function send(batch: QueuedInput<Input, Output>[]): Promise<void> {
    inFlight += 1
    const resume = keyOf && batch.length < maxSize ? holdBack() : () => {}
    try {
      await settle(batch)
    } finally {
      inFlight -= 1
      if (keyOf) for (const { input } of batch) busyKeys.delete(keyOf(input))
      resume()
      schedule()
      if (inFlight === 0 && queue.length === 0) onIdle?.()
    }
  }

  /** Holds further statements back for a while, or until the returned function is called. */
  function holdBack(): () => void {
    let hasEnded = false
    isHeldBack = true
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      isHeldBack = false
      schedule()
    }
    const timer = setTimeout(end, writesWaitMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }

  async function settle(batch: QueuedInput<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(batch.map(({ input }) => input))
      const undecided = batch.filter((_, index) => outputs[index] === 'again')
      queue.unshift(...undecided)
      for (const [index, waiting] of batch.entries()) {
        const output = outputs[index]
        if (output === 'locked') addLocked?.(waiting)
        else if (output !== 'again') waiting.resolve(output as Output)
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

  return (waiting) => {
    queue.push(waiting)
    schedule()
  }
}
