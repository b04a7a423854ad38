// The mail of a push as its preview shows it.
import { expect, test } from 'vitest'
import { type Drawn, shownTo } from './mails.ts'

test('a picture is put in its own place, also where its name is a prefix of another', async () => {
  const picture = (text: string) => Buffer.from(text)
  const drawn: Pick<Drawn, 'subject' | 'text' | 'html' | 'pictures' | 'files' | 'sender'> = {
    subject: '价格',
    text: '正文',
    html: '<img src="cid:chart-2"><img src="cid:chart-21">',
    pictures: new Map([
      ['chart-2', picture('two')],
      ['chart-21', picture('twenty-one')],
    ]),
    files: new Map(),
    sender: { name: '王', email: 'w@example.com' } as Drawn['sender'],
  }
  const url = (text: string) => `data:image/png;base64,${picture(text).toString('base64')}`
  const core = {} as Parameters<typeof shownTo>[0]
  expect((await shownTo(core, drawn as Drawn, {})).html).toBe(
    `<img src="${url('two')}"><img src="${url('twenty-one')}">`,
  )
})
