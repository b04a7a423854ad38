// The answer of an AI assistant as its call sends it: piece by piece.
import { createParser } from 'eventsource-parser'
import type { Envelope } from '#contract/envelope.ts'
import { Unreachable } from '#web/lib/transport.ts'

type Heard = { onStart: (id: string) => void; onText: (piece: string) => void }

/** @returns the reply that the events stand for. Throws `Unreachable` where they end before their end: the answer goes on. */
export async function readAnswerEvents(response: Response, { onStart, onText }: Heard): Promise<Envelope<unknown>> {
  let id = ''
  let isWhole = false
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const said = JSON.parse(data) as { id?: string; text?: string }
      if (event === 'start') {
        id = said.id ?? ''
        onStart(id)
      }
      if (event === 'text') onText(said.text ?? '')
      if (event === 'end') isWhole = true
    },
  })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parser.feed(decoder.decode(part.value, { stream: true }))
  }
  if (!isWhole) throw new Unreachable('network', 'the stream was cut off')
  return { code: 200, success: true, msg: '', data: { id } }
}
