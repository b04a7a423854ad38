// Preview of an unsaved article in its channels: by the open API for sites and applications, and in the mail of a push.
import { Segmented } from 'antd'
import { useState } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articlePreviews } from '#contract/articles/previews.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { inMode, MailFrame } from '#web/kit/dialog/mail-frame.tsx'
import { RichTextView } from '#web/kit/rich-text/rich-text.tsx'
import { useCall } from '#web/lib/query.ts'
import { channelNames } from '../article-labels.tsx'
import { coverAndAttachments } from '../cover-and-attachments.tsx'
import type { ArticleValues } from './article-values.ts'
import { PreviewDialog } from './preview-dialog.tsx'

type Previewed = {
  edition: Edition
  id: string | null
  /** What the text was filled from. */
  templateVersionId: string | null
  values: ArticleValues
  width: number
}
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

function SitePreview({ edition, id, templateVersionId, values, width }: Previewed) {
  const { title, subtitle, source, author, summary, body, coverId, attachmentIds } = values
  const read = useCall(articlePreviews[edition].site, { id, templateVersionId, coverId, attachmentIds, body }, once)
  const byline = [source, author].filter(Boolean).join('　')
  return (
    <Loaded read={read} rows={8}>
      {({ html, ...files }) => (
        <article className="article-preview" aria-label="站点预览" style={{ width }}>
          <h1>{title}</h1>
          {subtitle && <p className="article-note">{subtitle}</p>}
          {byline && <p className="article-note">{byline}</p>}
          {summary && <blockquote>{summary}</blockquote>}
          <RichTextView html={html} />
          {coverAndAttachments(files).map(({ label, children }) => (
            <div key={label} className="article-preview-files">
              <span className="article-note">{label}</span> {children}
            </div>
          ))}
        </article>
      )}
    </Loaded>
  )
}

function MailPreview({ edition, id, templateVersionId, values, width }: Previewed) {
  const { title, source, author, summary, body, attachmentIds } = values
  const form = { id, templateVersionId, title, summary, source, author, attachmentIds, body }
  const read = useCall(articlePreviews[edition].mail, form, once)
  return (
    <Loaded read={read} rows={8}>
      {(mail) => (
        <div className="article-preview-mail">
          <MailFrame key={width} html={inMode(mail.html, false)} width={width} />
        </div>
      )}
    </Loaded>
  )
}

const ways = [
  { value: 'site', label: '站点与应用' },
  { value: 'mail', label: '邮件推送' },
] as const
type Way = (typeof ways)[number]['value']

/** Only what this product determines: each site has its own layout for the same content. */
const siteNote = (channels: readonly string[]) =>
  channels.length === 0
    ? '尚未选择发布渠道，站点和应用取不到这篇资讯；选择后取得的内容如下。'
    : `${channelNames(channels)}${channels.length > 1 ? '取得的内容相同' : '取得的内容如下'}：走势图为图片，另附类型、分类、产品、关键词和标签；版式由站点决定。`
const mailNote =
  '推送可以附上已发布的资讯，与所选渠道无关。邮件不带副标题和封面，与正文开头相同的摘要不重复，附件随邮件发送。'

type Props = Omit<Previewed, 'width'> & { onClosed: () => void }

export function ChannelPreview({ values, onClosed, ...article }: Props) {
  const [way, setWay] = useState<Way>('site')
  // a snapshot: later input does not change the preview
  const [shown] = useState(values)
  const Shown = way === 'site' ? SitePreview : MailPreview
  return (
    <PreviewDialog
      head={<Segmented<Way> aria-label="预览渠道" options={[...ways]} value={way} onChange={setWay} />}
      note={way === 'site' ? siteNote(shown.channels) : mailNote}
      onClosed={onClosed}
    >
      {(width) => <Shown {...article} values={shown} width={width} />}
    </PreviewDialog>
  )
}
