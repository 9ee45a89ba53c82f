import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refusedCode } from './post-error.js'

export type AgentOptions = {
  isAllowed: (ip: string) => boolean
  socketsPerHost: number
  /** For how long a connection is kept that nobody needs, and how many of them. */
  idleMs: number
  idleSockets: number
  /** Trusted in place of the usual authorities. */
  ca?: string | undefined
}

/**
 * Makes what opens connections and keeps them for the next request to the same address under the same name.
 * No bytes leave on one whose other end is not allowed.
 */
export function createAgent(
  protocol: 'http:' | 'https:',
  { isAllowed, socketsPerHost, idleMs, idleSockets, ca }: AgentOptions,
): HttpAgent {
  const keeping = { keepAlive: true, maxFreeSockets: socketsPerHost, timeout: idleMs }
  const limits = { maxSockets: socketsPerHost }
  const trust = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  const agent =
    protocol === 'http:'
      ? new HttpAgent({ ...keeping, ...limits })
      : new HttpsAgent({ ...keeping, ...limits, ...trust })

  // Node's own has twenty more parts, which are the same for all connections of this agent; and for http it
  // leaves the name out.
  agent.getName = nameConnection
  const idle = limitIdle(agent, idleSockets)
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback) as Socket
    // The request is written when the connection is there, and this listener is the first to know.
    socket.once('connect', () => {
      if (isAllowed(socket.remoteAddress ?? '')) return
      socket.destroy(Object.assign(new Error('connected to elsewhere'), { code: refusedCode }))
    })
    socket.once('close', () => idle.delete(socket))
    return socket
  }
  return agent
}

function nameConnection(options: RequestOptions = {}): string {
  return `${options.host}|${options.port}|${options.servername}`
}

/** Node limits them for each host alone, and there may be thousands of hosts. Returns those there are. */
function limitIdle(agent: HttpAgent, most: number): Set<Duplex> {
  const idle = new Set<Duplex>()
  // Its answer is missing in the types.
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean
  const reuse = agent.reuseSocket.bind(agent)

  agent.keepSocketAlive = (socket) => {
    if (idle.size >= most || !keep(socket)) return false
    idle.add(socket)
    return true
  }
  agent.reuseSocket = (socket, request) => {
    idle.delete(socket)
    reuse(socket, request)
  }
  return idle
}
