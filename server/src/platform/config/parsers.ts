import { isIP } from 'node:net'
import { type Address, parseAddress } from '../../lib/hex.js'
import { type Ppm, ppmFromDecimal } from '../../lib/money.js'
import { parseCallerUrl, parseUrl } from '../../lib/urls.js'
import { readDatabaseServers, type ServerKind } from '../db/database-url.js'

/** A value, or the rest of a sentence that starts with the variable's name and states the fix. */
export type ParseResult<Value> = { value: Value } | { problem: string }
export type Parser<Value> = (text: string) => ParseResult<Value>

export const anyText: Parser<string> = (text) => ({ value: text })

export function oneOf<const Choice extends string>(...choices: Choice[]): Parser<Choice> {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text)
    return choice ? { value: choice } : { problem: `must be one of ${choices.join(', ')}` }
  }
}

export const flag: Parser<boolean> = (text) => {
  if (text === 'true') return { value: true }
  if (text === 'false') return { value: false }
  return { problem: 'must be true or false' }
}

export function integer(min: number, max: number): Parser<number> {
  return (text) => {
    const value = Number(text)
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return { value }
    return { problem: `must be a whole number from ${min} to ${max}` }
  }
}

/** Parses a positive number of gwei with at most nine decimals, and returns wei. */
export const gwei: Parser<bigint> = (text) => {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  const value = BigInt(`${whole}${decimals.padEnd(9, '0')}`)
  return value > 0n
    ? { value }
    : { problem: 'must be a positive number of gwei with at most nine decimals' }
}

export function matching(pattern: RegExp, problem: string): Parser<string> {
  return (text) => (pattern.test(text) ? { value: text } : { problem })
}

/** Parses an absolute URL with one of `schemes`, no user info or query, no trailing slashes. */
export function baseUrl(...schemes: string[]): Parser<string> {
  const problem = `must be an absolute ${schemes.join(' or ')} URL without query or user info`
  return (text) => {
    const url = parseUrl(text)
    if (!url || !schemes.includes(url.protocol.slice(0, -1))) return { problem }
    if (/[?#]/.test(text) || url.username || url.password) return { problem }
    return { value: url.href.replace(/\/+$/, '') }
  }
}

/** Parses a URL that may contain credentials, such as one of a chain node, and never repeats it. */
export function privateUrl(...schemes: string[]): Parser<string> {
  return (text) => {
    const url = parseUrl(text)
    const isKnown = url !== null && schemes.includes(url.protocol.slice(0, -1))
    if (isKnown && text.includes('://')) return { value: text }
    return { problem: `must be a URL that starts with ${schemes.join(':// or ')}://` }
  }
}

/** Parses the URL of a database. With several servers, it must say which of them is used. */
export function databaseUrl(kind: ServerKind): Parser<string> {
  const parse = privateUrl('postgres', 'postgresql')
  return (text) => {
    try {
      const servers = readDatabaseServers(text)
      for (const url of servers.urls) {
        const parsed = parse(url)
        if ('problem' in parsed) return parsed
      }
      const isSingle = servers.urls.length === 1 && servers.kind === 'any'
      if (isSingle || servers.kind === kind) return { value: text }
      return { problem: `must have target_session_attrs=${kind}` }
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** Parses an http or https URL to post to. It may contain a token, so it is never repeated. */
export const postUrl: Parser<string> = (text) => {
  const value = parseCallerUrl(text, { allowHttp: true })
  if (value !== null) return { value }
  return { problem: 'must be an absolute http or https URL without user info' }
}

export const wallet: Parser<string> = (text) => {
  const address = parseAddress(text)
  if (!address)
    return { problem: 'must be a wallet address (0x and 40 hex digits, with a valid checksum)' }
  if (BigInt(address) === 0n) return { problem: 'must not be the zero address' }
  return { value: address }
}

/** Parses an IP address or a CIDR range. */
const network: Parser<string> = (text) => {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  const longest = version === 4 ? 32 : 128
  const isRange = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
  if (version !== 0 && isRange && rest.length === 0) return { value: text }
  return { problem: 'must be an IP address or a CIDR range' }
}

export function listOf<Value>(item: Parser<Value>): Parser<Value[]> {
  return (text) => {
    const values: Value[] = []
    for (const part of text.split(',').map((piece) => piece.trim())) {
      if (part === '') continue
      const parsed = item(part)
      if ('problem' in parsed) return { problem: `each entry ${parsed.problem}` }
      values.push(parsed.value)
    }
    return { value: values }
  }
}

/** Parses the proxies in front of the service. `none` is an empty list; empty text is invalid. */
export const proxies: Parser<string[]> = (text) => {
  if (text.trim() === 'none') return { value: [] }
  const parsed = listOf(network)(text)
  if ('value' in parsed && parsed.value.length > 0) return parsed
  return { problem: 'must be IP addresses or CIDR ranges, separated by commas, or none' }
}

/** Parses exchange rates in dollars per unit, such as `EUR=1.08,ETH=3000`. */
export const rates: Parser<Record<string, Ppm>> = (text) => {
  const result: Record<string, Ppm> = {}
  for (const part of text.split(',')) {
    const [, code = '', decimal = ''] = /^([A-Z]{3,5})=([\d.]+)$/.exec(part.trim()) ?? []
    const rate = ppmFromDecimal(decimal)
    if (rate === null || rate <= 0n || code in result) {
      return { problem: 'must look like EUR=1.08,ETH=3000, each once, with at most six decimals' }
    }
    result[code] = rate
  }
  return { value: result }
}

/** Parses price feeds such as `EUR=0x…,ETH=0x…`. */
export const feeds: Parser<Partial<Record<'EUR' | 'ETH', Address>>> = (text) => {
  const result: Partial<Record<'EUR' | 'ETH', Address>> = {}
  for (const part of text.split(',')) {
    const [, unit, hex = ''] = /^(EUR|ETH)=(0x\w+)$/.exec(part.trim()) ?? []
    const address = parseAddress(hex)
    if ((unit !== 'EUR' && unit !== 'ETH') || !address || unit in result) {
      return { problem: 'must look like EUR=0x…,ETH=0x…, each once' }
    }
    result[unit] = address
  }
  return { value: result }
}
