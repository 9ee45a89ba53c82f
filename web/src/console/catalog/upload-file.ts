import { parseObject } from '../../core/api/parse-object.js'
import { ApiError } from '../api/api-error.js'
import type { Session } from '../session/session.js'

export type UploadInput = {
  path: string
  query?: Readonly<Record<string, unknown>>
  content: Blob
  type: string
  /** Called with the part that is sent, from 0 to 1. */
  onProgress?(part: number): void
  signal?: AbortSignal | undefined
}

/**
 * Sends a file and returns the JSON of the response. `fetch` reports no progress.
 *
 * @throws {ApiError} when the service refuses it or does not respond.
 */
export function uploadFile(
  { api, me }: Pick<Session, 'api' | 'me'>,
  { path, query, content, type, onProgress, signal }: UploadInput,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', api.addressOf(path, query))
    request.setRequestHeader('content-type', type)
    request.setRequestHeader('x-csrf-token', me.csrfToken)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total)
    })
    request.addEventListener('load', () => {
      const body = parseObject(request.responseText)
      if (request.status < 300 && body) resolve(body)
      else reject(toError(request, body))
    })
    const fail = () => reject(new ApiError(''))
    request.addEventListener('error', fail)
    request.addEventListener('timeout', fail)
    request.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(content)
  })
}

function toError(request: XMLHttpRequest, body: Record<string, unknown> | null): ApiError {
  const { error, message, ...fields } = body ?? {}
  return new ApiError(typeof message === 'string' ? message : '', {
    status: request.status,
    code: typeof error === 'string' ? error : null,
    fields,
    correlationId: request.getResponseHeader('x-correlation-id'),
  })
}

/** Returns whether a person stopped an upload. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
