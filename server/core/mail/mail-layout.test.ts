// The layout of mails: everything escaped, a plain text version, fields left for each recipient.
import { describe, expect, it } from 'vitest'
import { escapeHtml, fillFields } from './mail-fields.ts'
import { type Mail, mailHtml, mailText } from './mail-layout.ts'

const hostile = `<script>alert("1")</script>'&`
const mail: Mail = {
  title: `{{姓名}}，您好${hostile}`,
  lead: hostile,
  blocks: [
    { kind: 'text', text: `第一段${hostile}\n第二行\n\n第三段` },
    {
      kind: 'table',
      title: hostile,
      note: hostile,
      columns: [{ label: hostile }, { label: '均价', align: 'right' }],
      rows: [[{ text: hostile }, { text: '5,120.00', tone: 'rise' }]],
    },
    { kind: 'picture', cid: 'a"b', title: hostile, alt: hostile, width: 640, height: 220 },
    { kind: 'files', names: [hostile] },
  ],
  sender: { name: hostile, telephone: '0571-1', email: 'a@example.com', address: '', signature: '第一行\n第二行' },
  reason: hostile,
  unsubscribe: '{{退订链接}}',
}

describe('the layout of mails', () => {
  it('escapes names, texts, cells, file names and addresses wherever they stand', () => {
    const html = mailHtml(mail)
    expect(html).not.toContain('<script')
    expect(html).not.toContain(`"1"`)
    expect(html.split(escapeHtml(hostile)).length - 1).toBe(13)
    expect(html).toContain('src="cid:a&quot;b"')
  })

  it('escapes the values of fields, and fills them once', () => {
    const html = fillFields(
      mailHtml(mail),
      { 姓名: `<b>{{退订链接}}</b>`, 退订链接: 'https://x.example/?a=1&b=2' },
      escapeHtml,
    )
    expect(html).toContain('&lt;b&gt;{{退订链接}}&lt;/b&gt;，您好')
    expect(html).toContain('href="https://x.example/?a=1&amp;b=2"')
  })

  it('makes links of the addresses that are typed in a text, and of nothing else', () => {
    const linked = (text: string) =>
      [
        ...mailHtml({ ...mail, blocks: [{ kind: 'text', text }], unsubscribe: '' }).matchAll(
          /<a href="([^"]*)"[^>]*>([^<]*)</g,
        ),
      ].map(([, href, shown]) => [href, shown])
    const both = (address: string) => [address, address]
    expect(linked('见https://example.com/a?b=1&c=2。另见（http://example.com/x）, https://example.com/y.')).toEqual([
      both('https://example.com/a?b=1&amp;c=2'),
      both('http://example.com/x'),
      both('https://example.com/y'),
    ])
    expect(linked('https://example.com/{{姓名}} javascript:alert(1) https:// www.example.com')).toEqual([])
    expect(linked('https://example.com/"onclick="x')).toEqual([both('https://example.com/')])
  })

  it('has a plain text version with aligned columns, also with Chinese text', () => {
    const text = mailText({
      ...mail,
      title: '日报',
      blocks: [
        {
          kind: 'table',
          title: '价格',
          columns: [{ label: '品种' }, { label: '均价', align: 'right' }],
          rows: [
            [{ text: '螺纹钢' }, { text: '3,520' }],
            [{ text: 'PTA' }, { text: '5' }],
          ],
        },
      ],
    })
    expect(text.split('\n').slice(2, 6)).toEqual(['【价格】', '品种     均价', '螺纹钢  3,520', 'PTA         5'])
    expect(text).toContain('退订此类邮件：{{退订链接}}')
  })

  it('keeps paragraphs and line ends, whatever line ends the text has', () => {
    const html = mailHtml({ ...mail, blocks: [{ kind: 'text', text: 'a\r\nb\r\n\r\nc' }] })
    expect(html).toContain('>a<br>b</p>')
    expect(html).toContain('>c</p>')
  })
})
