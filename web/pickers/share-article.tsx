// Sharing an article on WeChat: the channel, then its link with the code to scan, the card that WeChat shows, and a poster.
import { CopyOutlined, PictureOutlined } from '@ant-design/icons'
import { Button, Input, Modal, QRCode, Space } from 'antd'
import { useRef } from 'react'
import { type ShareChannel, shareChannelLabels } from '#contract/sharing/share-labels.ts'
import {
  createShare,
  findShareable,
  getShare,
  getShareCard,
  queryShares,
  type ShareCard,
} from '#contract/sharing/shares.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { PublicAddressNote } from '#web/kit/dialog/public-address.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { FoundSelect, type FoundSelectProps } from '#web/kit/picker/found-select.tsx'
import { copyText } from '#web/lib/copy.ts'
import { formatDay } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { saveBlob } from '#web/lib/save-blob.ts'
import { drawPoster } from './share-poster.ts'
import './share-article.css'

const SIZE = 160

const hints: Record<ShareCard['state'], string> = {
  open: '每人、每个渠道各有一个链接，访问和线索都计在分享人的名下。',
  ended: '这个链接已结束，读者打开时会看到“分享已结束”；再次分享会生成新的链接。',
  offline: '资讯已下架，读者打开时会看到“资讯已下架”；重新发布后链接恢复。',
}

function ShareLink({ card }: { card: ShareCard }) {
  const { url, title, summary, coverUrl, channel, state, hasCard } = card
  const code = useRef<HTMLDivElement>(null)
  const savePoster = async () => {
    const drawn = code.current?.querySelector('canvas')
    if (!drawn) return
    try {
      saveBlob(`${title}.png`, await drawPoster(card, drawn))
    } catch {
      notify.warning('海报生成失败，请改用二维码或链接')
    }
  }
  return (
    <div className="share-link">
      <section aria-label="卡片预览" className="share-card">
        <div>
          <strong>{title}</strong>
          <p>{summary || '没有摘要，微信将显示网址。'}</p>
        </div>
        {coverUrl !== '' && <img src={coverUrl} alt="封面" />}
      </section>
      <div className="share-address">
        {/* dark on light in both modes: many scanners cannot read inverted codes */}
        <div ref={code}>
          <QRCode aria-label="二维码" value={url} size={SIZE} color="black" bgColor="white" />
        </div>
        <div>
          <p>
            渠道：{shareChannelLabels[channel]}。用微信扫一扫打开，再转发给{channel === 'moments' ? '朋友圈' : '客户'}
            ；或复制链接发送。
          </p>
          <Space.Compact block>
            <Input aria-label="链接" readOnly value={url} onFocus={(event) => event.target.select()} />
            <Button type="primary" icon={<CopyOutlined />} onClick={() => void copyText(url)}>
              复制
            </Button>
          </Space.Compact>
          <Space wrap className="share-more">
            <Button
              icon={<CopyOutlined />}
              onClick={() => void copyText([title, summary, url].filter((text) => text !== '').join('\n'))}
            >
              复制文案
            </Button>
            <Button icon={<PictureOutlined />} onClick={() => void savePoster()}>
              下载海报
            </Button>
          </Space>
          <PublicAddressNote />
          <p className="share-hint">
            {hints[state]}
            {!hasCard && '尚未配置微信公众号，转发时微信只显示普通链接；配置后显示标题、摘要和封面。'}
          </p>
        </div>
      </div>
    </div>
  )
}

const articleOf = ({ id, title, publishedAt }: { id: string; title: string; publishedAt: string }) => ({
  value: id,
  label: title,
  note: formatDay(publishedAt),
})
/** A published article of those that the person may read. */
export const PublishedPicker = (props: FoundSelectProps) => (
  <FoundSelect
    placeholder="输入标题查找已发布的资讯"
    {...props}
    call={findShareable}
    optionOf={articleOf}
    unknown="已下线或不在您的阅读范围内"
    none="没有符合条件的已发布资讯"
  />
)

type ShareArticleProps = { article?: { id: string; title: string }; onClosed: () => void }

/** @param article without it, one is chosen in the dialog */
export function ShareArticle({ article, onClosed }: ShareArticleProps) {
  return (
    <FormDialog<typeof createShare, { articleId: string | null; channel: ShareChannel }>
      title={article ? `分享到微信：${article.title}` : '分享到微信'}
      endpoint={createShare}
      initial={{ articleId: article?.id ?? null, channel: 'friend' }}
      input={({ articleId, channel }) => ({ articleId: article?.id ?? articleId ?? '', channel })}
      invalidates={[queryShares, getShare]}
      verb="生成链接"
      isDanger={false}
      result={(card) => <ShareLink card={card} />}
      onClosed={onClosed}
    >
      {!article && (
        <Field of={createShare} name="articleId" hint="读者看到开头的部分，填写联系方式申请试用后成为您的线索。">
          <PublishedPicker />
        </Field>
      )}
      <ChoiceField of={createShare} name="channel" hint="同一篇资讯在每个渠道各有一个链接，已有的会直接显示。" />
    </FormDialog>
  )
}

/** The link of a share that is there already. */
export function ShareCardDialog({ id, onClosed }: { id: string; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  const read = useCall(getShareCard, { id }, { call: { hideErrorMsg: true } })
  return (
    <Modal title="分享链接" {...frame} width={560} footer={null} onCancel={close}>
      <Loaded read={read} rows={6}>
        {(card) => <ShareLink card={card} />}
      </Loaded>
    </Modal>
  )
}
