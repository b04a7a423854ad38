// The layout of mails: a column of 640 pixels made of tables with inline styles, which mail clients render alike, and the same
// as plain text. All input is escaped except `rich` blocks; fields (`{{姓名}}`) stay, to be filled later.
import { escapeHtml } from './mail-fields.ts'

export type MailTone = 'rise' | 'fall' | 'quiet'
export type MailCell = { text: string; tone?: MailTone }
/** `isMinor`: hidden on narrow screens. */
export type MailColumn = { label: string; align?: 'right'; isMinor?: boolean }

export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'note'; text: string }
  /** `html` is inserted as it is, so it must be sanitised; `text` is its plain version. */
  | { kind: 'rich'; html: string; text: string }
  | {
      kind: 'table'
      title: string
      note?: string
      columns: readonly MailColumn[]
      rows: readonly (readonly MailCell[])[]
    }
  | { kind: 'picture'; cid: string; title: string; alt: string; width: number; height: number }
  | { kind: 'files'; names: readonly string[] }

export type Mail = {
  /** Above everything, and the title of the document. */
  title: string
  /** What lists of mails show beside the subject. */
  lead: string
  blocks: readonly MailBlock[]
  /** Who signs: name, telephone, the lines of the signature. */
  sender: { name: string; telephone: string; email: string; address: string; signature: string }
  /** Why the recipient gets it. */
  reason: string
  /** Where to stop getting such mails; a field, filled for each recipient. */
  unsubscribe?: string
}

const fonts = "font-family:-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans SC',Arial,sans-serif"
const tones: Readonly<Record<MailTone, string>> = { rise: '#c8102e', fall: '#16794a', quiet: '#6b7280' }

/** Dark mode by classes, for clients that have it; the others keep the inline colours. Columns wrap nowhere but in the first. */
const styles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:520px){.page{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}.pad{padding-left:16px!important;padding-right:16px!important}.cell{padding:7px 4px!important;font-size:12px!important}.minor{display:none!important}}
@media (prefers-color-scheme:dark){.page,body{background:#0f1115!important}.card{background:#1a1d23!important;border-color:#2c313a!important}.ink{color:#e5e7eb!important}.soft{color:#9ca3af!important}.rule{border-color:#2c313a!important}.head{background:#232831!important;color:#9ca3af!important}.rise{color:#ff7a85!important}.fall{color:#4fc98d!important}.frame{border-color:#2c313a!important}a{color:#8ab4ff!important}}
`.trim()

const paragraphs = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((each) => each.trim())
    .filter((each) => each !== '')

const lines = (text: string) => escapeHtml(text.trim()).replace(/\r\n?|\n/g, '<br>')

/** An address of the web as people type it. */
const typedAddress = /https?:\/\/[A-Za-z0-9[][^\s<>"'{}|\\^`，。；：、！？）》】”’]*/g
/** The end of a sentence or bracket is not part of it. */
const trailing = /[.,;:!?)\]]+$/

/** Typed text as lines, with its addresses as links. */
function linkedLines(text: string): string {
  const parts: string[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(typedAddress)) {
    const address = found.replace(trailing, '')
    // a field that follows is part of it, and each recipient has another
    if (text.startsWith('{{', index + found.length) || !URL.canParse(address)) continue
    const href = escapeHtml(address)
    parts.push(escapeHtml(text.slice(end, index)), `<a href="${href}" style="color:#2f54eb">${href}</a>`)
    end = index + address.length
  }
  return [...parts, escapeHtml(text.slice(end))].join('').replace(/\r\n?|\n/g, '<br>')
}

const textHtml = (text: string) =>
  paragraphs(text)
    .map(
      (each) =>
        `<p class="ink" style="margin:0 0 12px;font-size:15px;line-height:1.7;color:#1f2937;word-break:break-word">${linkedLines(each)}</p>`,
    )
    .join('')

const headingHtml = (text: string) =>
  `<h2 class="ink" style="margin:20px 0 8px;font-size:16px;line-height:1.4;color:#111827">${escapeHtml(text)}</h2>`

const noteHtml = (text: string) =>
  `<p class="soft" style="margin:0 0 12px;font-size:12px;line-height:1.5;color:#6b7280">${escapeHtml(text)}</p>`

const align = (column: MailColumn | undefined) => (column?.align === 'right' ? 'right' : 'left')
const minor = (column: MailColumn | undefined) => (column?.isMinor ? ' minor' : '')

function tableHtml({ title, note, columns, rows }: Extract<MailBlock, { kind: 'table' }>): string {
  const head = columns
    .map(
      (column) =>
        `<th class="head rule cell${minor(column)}" scope="col" align="${align(column)}" style="padding:8px;font-size:12px;font-weight:600;text-align:${align(column)};color:#6b7280;background:#f3f4f6;border-bottom:1px solid #e5e7eb;white-space:nowrap">${escapeHtml(column.label)}</th>`,
    )
    .join('')
  const body = rows
    .map(
      (cells) =>
        `<tr>${cells
          .map(({ text, tone }, at) => {
            const colour = tone ? tones[tone] : '#1f2937'
            const name = tone === undefined ? 'ink' : tone === 'quiet' ? 'soft' : tone
            const wrap = at === 0 ? 'word-break:break-word' : 'white-space:nowrap'
            return `<td class="${name} rule cell${minor(columns[at])}" align="${align(columns[at])}" style="padding:8px;font-size:13px;line-height:1.4;text-align:${align(columns[at])};color:${colour};border-bottom:1px solid #e5e7eb;${wrap};font-variant-numeric:tabular-nums">${escapeHtml(text)}</td>`
          })
          .join('')}</tr>`,
    )
    .join('')
  return `${headingHtml(title)}<table role="table" width="100%" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${note ? `<div style="height:6px;line-height:6px"></div>${noteHtml(note)}` : ''}`
}

const pictureHtml = ({ cid, title, alt, width, height }: Extract<MailBlock, { kind: 'picture' }>) =>
  `${headingHtml(title)}<img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" class="frame" style="display:block;width:100%;max-width:${width}px;height:auto;border:1px solid #e5e7eb;border-radius:4px;background:#ffffff">`

const filesHtml = (names: readonly string[]) =>
  `${headingHtml('附件')}<p class="ink" style="margin:0 0 12px;font-size:14px;line-height:1.7;color:#1f2937;word-break:break-all">${names.map((name) => escapeHtml(name)).join('<br>')}</p>`

function blockHtml(block: MailBlock): string {
  if (block.kind === 'text') return textHtml(block.text)
  if (block.kind === 'heading') return headingHtml(block.text)
  if (block.kind === 'note') return noteHtml(block.text)
  if (block.kind === 'rich') return block.html
  if (block.kind === 'table') return tableHtml(block)
  return block.kind === 'picture' ? pictureHtml(block) : filesHtml(block.names)
}

const signatureLines = ({ name, telephone, email, address, signature }: Mail['sender']) =>
  [
    name,
    signature,
    telephone && `电话：${telephone}`,
    email && `邮箱：${email}`,
    address && `地址：${address}`,
  ].flatMap((line) => line || [])

export function mailHtml({ title, lead, blocks, sender, reason, unsubscribe }: Mail): string {
  const stop = unsubscribe ? ` <a href="${escapeHtml(unsubscribe)}" style="color:#2f54eb">退订此类邮件</a>` : ''
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${styles}</style></head><body style="margin:0;padding:0;background:#f3f4f6;${fonts}"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lead)}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="width:100%;background:#f3f4f6;padding:24px 0"><tr><td align="center"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="width:100%;max-width:688px;background:#ffffff;border:1px solid #e5e7eb;border-radius:8px"><tr><td class="pad" style="padding:24px 24px 8px"><h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.4;color:#111827;word-break:break-word">${escapeHtml(title)}</h1>${blocks.map(blockHtml).join('')}</td></tr><tr><td class="pad" style="padding:8px 24px 20px"><p class="ink rule" style="margin:12px 0 0;padding:12px 0 0;border-top:1px solid #e5e7eb;font-size:14px;line-height:1.7;color:#1f2937">${signatureLines(sender).map(lines).join('<br>')}</p></td></tr></table><p class="soft" style="max-width:640px;margin:16px auto 0;padding:0 16px;font-size:12px;line-height:1.6;color:#6b7280">${escapeHtml(reason)}${stop}</p></td></tr></table></body></html>`
}

/** Width of a text in columns of a monospaced font; a Chinese character takes two. */
const columnsOf = (text: string) => [...text].reduce((sum, sign) => sum + (/[\u1100-\uffe6]/.test(sign) ? 2 : 1), 0)
const padded = (text: string, width: number, right: boolean) => {
  const room = ' '.repeat(Math.max(0, width - columnsOf(text)))
  return right ? room + text : text + room
}

function tableText({ title, note, columns, rows }: Extract<MailBlock, { kind: 'table' }>): string {
  const grid = [columns.map(({ label }) => label), ...rows.map((cells) => cells.map(({ text }) => text))]
  const widths = columns.map((_, at) => Math.max(...grid.map((cells) => columnsOf(cells[at] ?? ''))))
  const lines = grid.map((cells) =>
    cells
      .map((text, at) => padded(text, widths[at] ?? 0, columns[at]?.align === 'right'))
      .join('  ')
      .trimEnd(),
  )
  return [`【${title}】`, ...lines, ...(note ? [note] : [])].join('\n')
}

function blockText(block: MailBlock): string {
  if (block.kind === 'text') return paragraphs(block.text).join('\n\n')
  if (block.kind === 'heading') return `【${block.text}】`
  if (block.kind === 'note' || block.kind === 'rich') return block.text
  if (block.kind === 'table') return tableText(block)
  return block.kind === 'picture' ? `【${block.title}】\n${block.alt}` : `附件：${block.names.join('、')}`
}

/** The same without a picture: every mail carries it beside the other. */
export function mailText({ title, blocks, sender, reason, unsubscribe }: Mail): string {
  const end = [`--`, ...signatureLines(sender), '', reason, ...(unsubscribe ? [`退订此类邮件：${unsubscribe}`] : [])]
  return [title, ...blocks.map(blockText), end.join('\n')].join('\n\n')
}
