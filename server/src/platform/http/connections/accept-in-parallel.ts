import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import type { Context } from '../../context.js'

export type Acceptors = {
  /** Resolves when the additional handles accept connections, or could not be created. */
  ready: Promise<void>
  /** Stops accepting at once. Resolves when the accepted connections are closed. */
  close(): Promise<void>
}

type Options = {
  /** Connections that wait to be accepted. */
  backlog: number
  /** Additional handles. */
  count?: number
  program?: string
  startMs?: number
}

/**
 * Returns every handle that it receives `count` times. The system duplicates a handle that passes
 * between processes, so each copy is a handle of its own.
 */
const duplicate = `process.on('message', (count, handle) => {
  for (let sent = 0; sent < count; sent += 1) process.send(sent, handle, { keepOpen: true })
})`

/**
 * Accepts several connections per turn of the event loop. Node accepts one per turn and listening
 * handle. While turns are long, connections would arrive faster than that, and wait for seconds in
 * the queue of the system. Additional handles of the same listening socket share the queue. A
 * short-lived process creates them, because Node has no other way. Without them, the server accepts
 * as before.
 */
export function acceptInParallel(
  server: Server,
  log: Context['log'],
  { backlog, count = 15, program = process.execPath, startMs = 20_000 }: Options,
): Acceptors {
  const acceptors: Server[] = []
  let isClosed = false
  // Windows shares no queue between handles.
  if (process.platform === 'win32') return { ready: Promise.resolve(), close: async () => {} }

  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
  const child = spawn(program, ['-e', duplicate], { stdio: [...stdio], env: {} })
  const startTimer = setTimeout(() => child.kill('SIGKILL'), startMs)
  child.on('message', (_index, handle) => {
    const acceptor = listenOn(handle as Server)
    acceptors.push(acceptor)
    if (isClosed) acceptor.close()
    else if (acceptors.length === count) child.disconnect()
  })
  // Reported by the event below.
  child.send(count, handleOf(server), () => {})
  const ready = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  }).then(() => {
    clearTimeout(startTimer)
    if (isClosed || acceptors.length === count) return
    log.warn({ handles: acceptors.length + 1 }, 'connections are accepted slowly')
  })

  function listenOn(handle: Server): Server {
    // As the HTTP server does it.
    const acceptor = createServer({ allowHalfOpen: true, noDelay: true })
    acceptor.on('connection', (socket) => server.emit('connection', socket))
    return acceptor.listen(handle, backlog)
  }

  return {
    ready,
    async close() {
      isClosed = true
      child.kill('SIGKILL')
      await Promise.all(
        acceptors.map((acceptor) => new Promise((resolve) => acceptor.close(resolve))),
      )
    },
  }
}

/** A process listens to a server that it receives, but not to the handle of one. */
function handleOf(server: Server): Server {
  return (server as unknown as { _handle: Server })._handle
}
