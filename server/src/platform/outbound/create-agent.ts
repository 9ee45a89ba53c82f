import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refusedCode } from './post-error.js'

export type AgentOptions = {
  isAllowed: (ip: string) => boolean
  socketsPerHost: number
  /** How long idle connections are kept, and how many. */
  idleMs: number
  idleSockets: number
  /** Replaces the default certificate authorities. */
  ca?: string | undefined
}

/**
 * Creates an agent that reuses connections to the same IP address and host name. Closes a
 * connection to an address that is not allowed before anything is sent.
 */
export function createAgent(
  protocol: 'http:' | 'https:',
  { isAllowed, socketsPerHost, idleMs, idleSockets, ca }: AgentOptions,
): HttpAgent {
  const keepAliveOptions = { keepAlive: true, maxFreeSockets: socketsPerHost, timeout: idleMs }
  const limits = { maxSockets: socketsPerHost }
  const trust = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  const agent =
    protocol === 'http:'
      ? new HttpAgent({ ...keepAliveOptions, ...limits })
      : new HttpsAgent({ ...keepAliveOptions, ...limits, ...trust })

  // Node's name has twenty more parts, which are constant here, and omits the host name for
  // http.
  agent.getName = nameConnection
  const idle = limitIdle(agent, idleSockets)
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback) as Socket
    // The request is written after the connection is established, and this listener runs first.
    socket.once('connect', () => {
      if (isAllowed(socket.remoteAddress ?? '')) return
      socket.destroy(
        Object.assign(new Error('connected to a forbidden address'), { code: refusedCode }),
      )
    })
    socket.once('close', () => idle.delete(socket))
    return socket
  }
  return agent
}

function nameConnection(options: RequestOptions = {}): string {
  return `${options.host}|${options.port}|${options.servername}`
}

/** Limits all idle connections, because Node limits them per host. Returns the idle ones. */
function limitIdle(agent: HttpAgent, maxIdle: number): Set<Duplex> {
  const idle = new Set<Duplex>()
  // The types lack the return value.
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean
  const reuse = agent.reuseSocket.bind(agent)

  agent.keepSocketAlive = (socket) => {
    if (idle.size >= maxIdle || !keep(socket)) return false
    idle.add(socket)
    return true
  }
  agent.reuseSocket = (socket, request) => {
    idle.delete(socket)
    reuse(socket, request)
  }
  return idle
}
