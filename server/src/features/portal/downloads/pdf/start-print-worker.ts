import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../../../../platform/project-root.js'
import type { ReceiptSheet } from '../sheet.js'

export type PrintWorker = {
  /** Prints one sheet at a time. Rejects when the thread ends first or takes too long. */
  print(sheet: ReceiptSheet): Promise<Buffer>
  hasEnded(): boolean
  end(): Promise<void>
}

type WaitingPrint = { resolve(file: Buffer): void; reject(error: Error): void }

/** Several times the duration of the largest receipt, including the start of the thread. */
const defaultTimeoutMs = 10_000
/** The largest receipt needs 48. Exceeding the limit ends the thread, not the service. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** Starts a thread that prints receipts. It does not keep the process alive. */
export function startPrintWorker({
  script = builtScript(),
  timeoutMs = defaultTimeoutMs,
}: {
  script?: URL
  timeoutMs?: number
} = {}): PrintWorker {
  // Pass neither flags nor environment, which contains secrets.
  const thread = new Worker(script, { execArgv: [], env: {}, resourceLimits })
  let waiting: WaitingPrint | null = null
  let ended: Error | null = null
  const fail = (error: Error) => {
    ended ??= error
    waiting?.reject(ended)
  }
  thread.on('message', ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
    waiting?.resolve(Buffer.from(buffer, byteOffset, byteLength)),
  )
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the print thread has ended')))
  thread.unref()

  return {
    hasEnded: () => ended !== null,
    async print(sheet) {
      if (ended !== null) throw ended
      const stuck = setTimeout(() => {
        fail(new Error(`printing a receipt took longer than ${timeoutMs} ms`))
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

/** Returns the built script. A thread loads only JavaScript, so tests use the build too. */
function builtScript(): URL {
  const path = 'server/dist/features/portal/downloads/pdf/print-worker.js'
  return pathToFileURL(join(projectRoot(), path))
}
