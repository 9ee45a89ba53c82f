import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../project-root.js'
import { type DecodeResult, pictureLimits } from './picture.js'

export type DecoderProcess = {
  /** Decodes one picture at a time. One that takes too long or too much memory has a problem. */
  decode(content: Uint8Array): Promise<DecodeResult>
  hasEnded(): boolean
  end(): void
}

/** A message of the process: the result, and the memory that it uses now. */
export type DecoderReport = { result: DecodeResult; rssBytes: number }

/** A process that holds more than this after a picture is replaced. */
const maxRssBytes = 192 * 1_048_576
const tooCostly = 'takes too much time or memory to decode; use a smaller image'
/** Loading the library takes 0.2 s, and much longer on a busy machine. */
const startMs = 20_000

/**
 * Starts the process that decodes pictures. A flaw in a decoder then does not reach the memory of
 * the service, and a slow picture can be stopped. It is not a sandbox: the process has the rights of
 * the service's user.
 *
 * @throws {Error} when the process does not start.
 */
export async function startDecoder({
  launch = forkDecoder,
  timeMs = pictureLimits.stuckMs,
}: {
  launch?: () => ChildProcess
  timeMs?: number
} = {}): Promise<DecoderProcess> {
  const child = launch()
  let hasEnded = false
  child.on('exit', () => {
    hasEnded = true
  })
  // The process cannot be started or reached. Without a listener the event would end the service.
  child.on('error', () => {
    hasEnded = true
  })
  const end = () => {
    hasEnded = true
    child.kill('SIGKILL')
  }
  if ((await readMessage(startMs, () => {})) === null) {
    throw new Error('the picture decoder did not start')
  }
  // An idle decoder does not keep the service from ending.
  child.unref()
  child.channel?.unref()

  /** Returns the next message, or null when the process ends or is ended for taking too long. */
  async function readMessage(withinMs: number, begin: () => void): Promise<unknown> {
    const done = new AbortController()
    const { signal } = done
    const stuck = setTimeout(end, withinMs)
    try {
      // Rejected when the process cannot be reached.
      const ended = once(child, 'exit', { signal }).catch(() => [])
      const message = once(child, 'message', { signal }).catch(() => [null])
      begin()
      return await Promise.race([message.then(([value]) => value), ended.then(() => null)])
    } finally {
      clearTimeout(stuck)
      done.abort()
    }
  }

  return {
    hasEnded: () => hasEnded,
    end,
    async decode(content) {
      child.channel?.ref()
      const report = await readMessage(timeMs, () => child.send(content))
      child.channel?.unref()
      if (report === null) return { problem: tooCostly }
      const { result, rssBytes } = report as DecoderReport
      if (rssBytes > maxRssBytes) end()
      return result
    },
  }
}

/**
 * Forks a script with limited memory. The shell sets the limit, because the runtime cannot: its own
 * options do not bound the memory of the library. Where the system knows no such limit, only the
 * limits on pixels bound it.
 */
export function forkDecoder(script = builtScript()): ChildProcess {
  const limit = `ulimit -d ${pictureLimits.memoryBytes / 1_024} || true; exec "$0" "$@"`
  return fork(script, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execPath: '/bin/sh',
    execArgv: ['-c', limit, process.execPath, '--max-old-space-size=64'],
    // Not the environment of the service, which has secrets. Few arenas keep freed memory from
    // being held.
    env: { MALLOC_ARENA_MAX: '2' },
  })
}

/** Returns the built script. A process runs only JavaScript, so tests use the build too. */
function builtScript(): string {
  return join(projectRoot(), 'server/dist/platform/media/decoder-process.js')
}
