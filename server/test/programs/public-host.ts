import tls, { type ConnectionOptions } from 'node:tls'
import { testCertificate } from '../fixtures/servers/tls-pair.js'

/**
 * Preloaded into a live service, which calls only hosts on the public internet. Leads the calls of
 * one public address to the same port of this machine, where a webhook receiver listens with the
 * test certificate.
 */
const publicAddress = '93.184.215.14'

const connect = tls.connect as (options: ConnectionOptions, callback?: () => void) => tls.TLSSocket
tls.connect = ((options: ConnectionOptions, callback?: () => void) => {
  if (options.host !== publicAddress) return connect(options, callback)
  const local = { host: '127.0.0.1', servername: 'hooks.example.com', ca: testCertificate }
  const socket = connect({ ...options, ...local }, callback)
  Object.defineProperty(socket, 'remoteAddress', { value: publicAddress })
  return socket
}) as typeof tls.connect
