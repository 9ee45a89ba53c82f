import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '../../../lib/time.js'
import { projectRoot } from '../../../platform/project-root.js'

/** Either a PIN to hash, or one to compare with a hash. */
export type PinJob = { pin: Uint8Array } & ({ salt: Uint8Array } | { hash: string })

export type PinThread = {
  /** Runs one job at a time. Rejects when the thread has ended or takes too long. */
  run(job: PinJob): Promise<string | boolean>
  end(): Promise<void>
}

/** A job takes about 0.1 s, and the first one of a thread longer. */
const maxJobMs = 10 * SECOND_MS
const resourceLimits = { maxOldGenerationSizeMb: 128 }

/**
 * Starts a thread that hashes PINs. It does not keep the process alive, and gets no environment,
 * which has secrets.
 */
export function startPinThread(script: URL): PinThread {
  const worker = new Worker(script, { execArgv: [], env: {}, resourceLimits })
  let ended: Error | null = null
  let running: { resolve(result: string | boolean): void; reject(error: Error): void } | null = null
  const fail = (error: Error) => {
    ended ??= error
    running?.reject(ended)
  }
  worker.on('message', (result: string | boolean) => running?.resolve(result))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that hashes PINs has ended')))
  worker.unref()

  return {
    async run(job) {
      if (ended) throw ended
      const stuck = setTimeout(() => {
        fail(new Error(`hashing a PIN took longer than ${maxJobMs} ms`))
        void worker.terminate()
      }, maxJobMs).unref()
      try {
        return await new Promise<string | boolean>((resolve, reject) => {
          running = { resolve, reject }
          worker.postMessage(job)
        })
      } finally {
        running = null
        clearTimeout(stuck)
      }
    },
    async end() {
      await worker.terminate()
    },
  }
}

/** Returns the built script. A thread loads only JavaScript, so tests use the build too. */
export function builtScript(): URL {
  return pathToFileURL(join(projectRoot(), 'server/dist/auth/devices/pins/pin-worker.js'))
}
