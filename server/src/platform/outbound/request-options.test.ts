import { describe, expect, test } from 'vitest'
import { hostOf } from './read-target.js'
import { requestOptions } from './request-options.js'

function optionsOf(url: string, address = '8.8.8.8') {
  const target = new URL(url)
  const request = { url, headers: { a: 'b', HOST: 'evil.com' }, body: 'ä' }
  return requestOptions(address, { target, host: hostOf(target), request })
}

describe('requestOptions', () => {
  test('default', () => {
    expect(optionsOf('https://shop.com/x/y?z=1#part')).toEqual({
      method: 'POST',
      protocol: 'https:',
      host: '8.8.8.8',
      servername: 'shop.com',
      port: 443,
      path: '/x/y?z=1',
      headers: ['host', 'shop.com', 'content-length', '2', 'a', 'b'],
    })
  })

  test.each([
    ['https://shop.com:8443/', 'shop.com:8443', 'shop.com', '8443'],
    ['https://shop.com./', 'shop.com.', 'shop.com', 443],
    ['http://localhost/', 'localhost', 'localhost', 80],
    ['https://8.8.8.8/', '8.8.8.8', '', 443],
    ['https://[2606:4700::1111]:8443/', '[2606:4700::1111]:8443', '', '8443'],
  ])('behavior: %s uses the host %s', (url, authority, servername, port) => {
    const options = optionsOf(url)
    expect(options).toMatchObject({ servername, port })
    expect(options.headers).toEqual(['host', authority, 'content-length', '2', 'a', 'b'])
  })
})
