import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('tax', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { ok: true, jurisdictions: [] } })
    await createClient({ baseUrl }).tax.catalog({ code: 'US-CA' })
    expect(received).toMatchObject([{ method: 'GET', url: '/api/tax/catalog?code=US-CA' }])
  })
})
