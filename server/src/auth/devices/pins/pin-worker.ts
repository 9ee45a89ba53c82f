import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { argon2id, argon2Verify } from 'hash-wasm'
import type { PinJob } from './pin-thread.js'

// The thread of `createPinHasher`: receives jobs and returns results in the same order. Errors are
// not caught here: they end the thread, and the waiting callers get the error.

if (parentPort === null) throw new Error('run this script as a worker thread, with createPinHasher')

/** The parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 }

for await (const [job] of on(parentPort, 'message') as AsyncIterable<[PinJob]>) {
  const { pin: password } = job
  parentPort.postMessage(
    'hash' in job
      ? await argon2Verify({ password, hash: job.hash })
      : await argon2id({ password, salt: job.salt, ...cost, outputType: 'encoded' }),
  )
}
