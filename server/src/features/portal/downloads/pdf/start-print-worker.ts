import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../../../../platform/project-root.js'
import type { ReceiptSheet } from '../sheet.js'

/** A thread that prints receipts. */
export type PrintWorker = {
  /** Prints one at a time. Rejects when the thread ends before, or takes too long and is ended for it. */
  print(sheet: ReceiptSheet): Promise<Buffer>
  /** Whether it prints nothing any more, for whatever reason. */
  hasEnded(): boolean
  end(): Promise<void>
}

type Waiting = { resolve(file: Buffer): void; reject(error: Error): void }

/** Several times what the largest receipt takes, the start of the thread included. */
const longestMs = 10_000
/** The largest receipt prints with 48. What needs more than this ends the thread, and not the service. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** Starts a thread that prints receipts. It keeps no process from ending. */
export function startPrintWorker({
  script = builtScript(),
  timeoutMs = longestMs,
}: {
  script?: URL
  timeoutMs?: number
} = {}): PrintWorker {
  // It needs no flags of the service and nothing of its environment, where the secrets are.
  const thread = new Worker(script, { execArgv: [], env: {}, resourceLimits })
  let waiting: Waiting | null = null
  let ended: Error | null = null
  const failCheckout = (error: Error) => {
    ended ??= error
    waiting?.reject(ended)
  }
  thread.on('message', ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
    waiting?.resolve(Buffer.from(buffer, byteOffset, byteLength)),
  )
  thread.on('error', failCheckout)
  thread.on('exit', () => failCheckout(new Error('the thread that prints receipts has ended')))
  thread.unref()

  return {
    hasEnded: () => ended !== null,
    async print(sheet) {
      if (ended !== null) throw ended
      const stuck = setTimeout(() => {
        failCheckout(new Error(`a receipt was not printed within ${timeoutMs} ms`))
        void thread.terminate()
      }, timeoutMs)
      stuck.unref()
      try {
        return await new Promise<Buffer>((resolve, reject) => {
          waiting = { resolve, reject }
          thread.postMessage(sheet)
        })
      } finally {
        clearTimeout(stuck)
        waiting = null
      }
    },
    async end() {
      await thread.terminate()
    },
  }
}

/** A thread loads JavaScript only, so tests, which run the TypeScript sources, use the build too. */
function builtScript(): URL {
  const path = 'server/dist/features/portal/downloads/pdf/print-worker.js'
  return pathToFileURL(join(projectRoot(), path))
}
