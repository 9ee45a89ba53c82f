import { errorCodes } from 'fastify'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode, errorStatus } from '../../lib/errors.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { toWireError, wireError } from './wire-error.js'

const bug = {
  status: 500,
  body: { error: 'failed', message: 'Something went wrong on our side. Try again later.' },
  isBug: true,
}

describe('toWireError', () => {
  test('default', () => {
    expect(toWireError(new AppError('not_found', 'There is no such receipt'))).toEqual({
      status: 404,
      body: { error: 'not_found', message: 'There is no such receipt' },
      isBug: false,
    })
  })

  test.each(Object.entries(errorStatus))('behavior: maps %s to %i', (code, status) => {
    const wire = toWireError(new AppError(code as ErrorCode, 'Why'))
    expect(wire).toEqual({ status, body: { error: code, message: 'Why' }, isBug: false })
  })

  test('behavior: includes the fields of an error but not its cause', () => {
    const error = new AppError('forbidden', 'The key may not do this', {
      fields: { requiredScope: 'receipts:write' },
      cause: new Error('hunter2'),
    })

    expect(toWireError(error).body).toEqual({
      error: 'forbidden',
      message: 'The key may not do this',
      requiredScope: 'receipts:write',
    })
  })

  test('behavior: an unavailable database is not a bug and can be retried', () => {
    const error = new StoreUnavailable({ mayHaveCommitted: true, cause: new Error('hunter2') })

    expect(toWireError(error)).toEqual({
      status: 500,
      body: {
        error: 'failed',
        message: 'The data store is unavailable. Try again in a moment.',
        reason: 'datastore_unavailable',
      },
      retryAfter: 1,
      isBug: false,
    })
  })

  test("behavior: replaces the framework's message for a large body", () => {
    expect(toWireError(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())).toEqual({
      status: 413,
      body: {
        error: 'payload_too_large',
        message: 'The request body is larger than this endpoint accepts.',
      },
      isBug: false,
    })
  })

  test("behavior: replaces the framework's message for a content type", () => {
    expect(toWireError(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/plain'))).toEqual({
      status: 415,
      body: { error: 'unsupported_media_type', message: 'Send the body as application/json.' },
      isBug: false,
    })
  })

  test.each([
    [400, 400, 'invalid_input', 'body must have a total'],
    [404, 404, 'not_found', 'body must have a total'],
    [405, 405, 'method_not_allowed', 'body must have a total'],
    [408, 408, 'request_timeout', 'body must have a total'],
    [414, 414, 'uri_too_long', 'The URL is too long.'],
    [422, 400, 'invalid_input', 'body must have a total'],
    [431, 431, 'headers_too_large', 'body must have a total'],
    [499, 400, 'invalid_input', 'body must have a total'],
  ])("behavior: maps the framework's %i to %i %s", (statusCode, status, error, message) => {
    const thrown = Object.assign(new Error('body must have a total'), {
      statusCode,
      code: 'FST_ERR_VALIDATION',
    })
    expect(toWireError(thrown)).toEqual({ status, body: { error, message }, isBug: false })
  })

  test.each([
    ['a plain error', new Error('hunter2')],
    [
      "another library's 404",
      Object.assign(new Error('hunter2'), { statusCode: 404, code: 'ERR_UPSTREAM' }),
    ],
    ['an error with a 5xx', Object.assign(new Error('hunter2'), { statusCode: 503 })],
    ['an error with a 2xx', Object.assign(new Error('hunter2'), { statusCode: 200 })],
    ['an error with a status in text', Object.assign(new Error('hunter2'), { statusCode: '400' })],
    ['an error with no number', Object.assign(new Error('hunter2'), { statusCode: Number.NaN })],
    ['text', 'hunter2'],
    ['an object with a status', { statusCode: 400, message: 'hunter2' }],
    ['null', null],
    ['undefined', undefined],
  ])('error: hides the details of %s', (_name, thrown) => {
    expect(toWireError(thrown)).toEqual(bug)
  })
})

describe('wireError', () => {
  test('default', () => {
    expect(wireError('uri_too_long', 'The URL is too long.')).toEqual({
      status: 414,
      body: { error: 'uri_too_long', message: 'The URL is too long.' },
      isBug: false,
    })
  })

  test('behavior: fields do not override code or message', () => {
    const wire = wireError('forbidden', 'Why', { error: 'ok', message: 'fine', requiredScope: 'a' })
    expect(wire.body).toEqual({ error: 'forbidden', message: 'Why', requiredScope: 'a' })
  })
})
