import { type Call, callService, type ServiceResponse } from '../../core/api/call-service.js'
import type { Stored } from './stored.js'

type Failure = Extract<ServiceResponse, { ok: false }>

/** The body of a response, which the caller reads, or why there is none. */
export type Outcome<Body> = { ok: true; body: Body } | Failure

export type PosApi = {
  get<Body>(path: string): Promise<Outcome<Body>>
  post<Body>(path: string, body: object, headers?: Record<string, string>): Promise<Outcome<Body>>
  put<Body>(path: string, body: object): Promise<Outcome<Body>>
}

const csrfCookie = 'cb_device_csrf'

/**
 * Creates the calls of this device. `x-device-id` tells the service that the device calls, even if a
 * person is signed in on the same browser. Reports every response to `onResponse`.
 */
export function createPosApi({
  stored,
  onResponse,
  fetch = globalThis.fetch.bind(globalThis),
}: {
  stored: Stored
  onResponse(response: ServiceResponse): void
  fetch?: typeof globalThis.fetch
}): PosApi {
  const call = async <Body>({ headers, ...request }: Call): Promise<Outcome<Body>> => {
    const deviceId = stored.deviceId()
    const response = await callService(fetch, {
      ...request,
      headers: {
        ...headers,
        ...(deviceId && { 'x-device-id': deviceId }),
        ...(request.body && { 'x-csrf-token': readCookie(csrfCookie) }),
      },
    })
    onResponse(response)
    return response.ok ? { ok: true, body: response.body as Body } : response
  }
  return {
    get: (path) => call({ path }),
    post: (path, body, headers = {}) => call({ path, body, headers }),
    put: (path, body) => call({ path, body, method: 'PUT' }),
  }
}

function readCookie(name: string): string {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair ? pair.slice(name.length + 1) : ''
}
