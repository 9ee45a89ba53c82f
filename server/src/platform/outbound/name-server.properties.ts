import { createSocket } from 'node:dgram'
import { once } from 'node:events'

type Answer = { a?: string[]; aaaa?: string[] } | 'unknown' | 'broken' | 'silent'

const codes = { unknown: 3, broken: 2 }
const types = { 1: 'a', 28: 'aaaa' } as const

/** Knows the names it is told, and answers nothing, or nonsense, where it is told so. */
export async function startNameServer(answers: Record<string, Answer>) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    asked.push(`${type} ${name}`)
    const answer = answers[name] ?? 'unknown'
    if (answer === 'silent') return
    const code = typeof answer === 'string' ? codes[answer] : 0
    const records = typeof answer === 'string' ? [] : (answer[type] ?? [])
    socket.send(writeAnswer(question.subarray(0, end), { code, records }), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { asked, servers: [`127.0.0.1:${socket.address().port}`], close: () => socket.close() }
}

function readQuestion(question: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const type = types[question.readUInt16BE(at + 1) as keyof typeof types]
  return { name: labels.join('.'), type, end: at + 5 }
}

/** The question goes back with the records behind it, each of which points at the name in it. */
function writeAnswer(question: Buffer, { code, records }: { code: number; records: string[] }) {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  const bodies = records.map((address) => {
    const bytes = address.includes(':') ? sixteenOf(address) : address.split('.').map(Number)
    const type = address.includes(':') ? 28 : 1
    return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
  })
  return Buffer.concat([head, ...bodies])
}

function sixteenOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':'))
  const between = Array<string>(8 - before.length - after.length).fill('0')
  const hex = [...before, ...between, ...after].map((part) => part.padStart(4, '0')).join('')
  return [...Buffer.from(hex, 'hex')]
}
