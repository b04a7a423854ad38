// The browsers of bench/sockets.ts, in a process of their own: opens the connections, registers, and waits for the last.
import { WebSocket } from 'ws'
import { livePath } from '#contract/live/live.ts'
import { applyRegistration } from '#contract/members/registrations.ts'
import type { Holder, Order, Report } from './sockets.ts'

const AT_ONCE = 50

const sockets: WebSocket[] = []
let onRegister = () => {}

function open(url: string, { id, token }: Holder): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws') + livePath(id, 'bench'), [token], { perMessageDeflate: false })
  sockets.push(socket)
  socket.on('message', (data) => {
    if (data.toString().includes('"type":"register"')) onRegister()
  })
  return new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
}

async function openAll(url: string, holders: Holder[]): Promise<Report> {
  const waiting = [...holders]
  const work = async () => {
    for (let holder = waiting.pop(); holder; holder = waiting.pop()) await open(url, holder)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { opened: sockets.length }
}

async function apply(url: string, { mobile, captcha }: { mobile: string; captcha: string }): Promise<Report> {
  let left = sockets.length
  const all = new Promise<void>((resolve) => {
    onRegister = () => {
      if (--left === 0) resolve()
    }
  })
  const since = performance.now()
  const reply = await fetch(url + applyRegistration.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      company: '东海石化贸易有限公司',
      contact: '王敏',
      mobile,
      subProduct: 'bigData',
      consent: true,
      'captcha-key': captcha,
      'captcha-code': 'abcde',
    }),
  })
  const { code, msg } = (await reply.json()) as { code: number; msg: string }
  if (code !== 200) throw new Error(`the registration was refused: ${code} ${msg}`)
  await all
  return { lastMs: performance.now() - since }
}

process.on('message', (order: Order) => {
  const work = 'open' in order ? openAll(order.url, order.open) : apply(order.url, order.apply)
  void work.then((report) => process.send?.(report))
})
