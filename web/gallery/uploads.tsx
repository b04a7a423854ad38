// Uploads of files, a picture and an avatar, and the rich text, in their states. Nothing is really sent: the gallery
// has no session.
import type { StoredFile } from '#contract/files.ts'
import { RichText, RichTextView } from '#web/kit/rich-text/rich-text.tsx'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import { ImageUpload } from '#web/kit/upload/upload-image.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { Unreachable } from '#web/lib/call.ts'
import type { Upload } from '#web/lib/upload.ts'
import { AvatarUpload } from '#web/shell/person/avatar-upload.tsx'
import { Part, State } from './part.tsx'

let lastId = 900

/** Succeeds after a moment, in five steps. */
const arrive: Upload = async (file, { onProgress, signal }): Promise<StoredFile> => {
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
    await new Promise((resolve) => setTimeout(resolve, 60))
    signal?.throwIfAborted()
    onProgress?.(part)
  }
  lastId += 1
  const { name, size, type } = file
  return { id: String(lastId), name, size, type, width: null, height: null, url: URL.createObjectURL(file) }
}

/** Stays at 40 % until it is cancelled. */
const stall: Upload = (_file, { onProgress, signal }) =>
  new Promise((_resolve, reject) => {
    onProgress?.(0.4)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

const failedBefore = new Set<string>()

/** Each file fails at its first try. */
const failFirst: Upload = (file, options) => {
  if (failedBefore.has(file.name)) return arrive(file, options)
  failedBefore.add(file.name)
  return Promise.reject(new Unreachable('network', 'gallery'))
}

const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="320" height="180"%3E%3Crect width="320" height="180" fill="%23d9ecff"/%3E%3Cpath d="M20 140 90 90l60 30 70-70 80 50" fill="none" stroke="%230066cf" stroke-width="6"/%3E%3C/svg%3E'

const report: UploadedFile = {
  id: '11',
  name: '2026年11月塑料市场月报.pdf',
  size: 2_411_520,
  type: 'application/pdf',
  url: '#',
}
const grid: UploadedFile = { id: '12', name: '价格明细.xlsx', size: 86_016, type: 'application/sheet', url: '#' }
const chart: UploadedFile = { id: '13', name: '聚乙烯走势图.png', size: 122_880, type: 'image/png', url: picture }
const none: UploadedFile[] = []
const noPicture: UploadedFile | null = null

export function FileUploads() {
  return (
    <Part id="files" title="文件上传" about="点击、拖动或粘贴；逐个显示进度，可取消、重试、排序、移除。">
      <State name="未选文件" first={none}>
        {(value, onChange) => <FileUpload aria-label="未选文件" value={value} onChange={onChange} send={arrive} />}
      </State>
      <State name="已有文件" first={[report, grid, chart]}>
        {(value, onChange) => <FileUpload aria-label="已有文件" value={value} onChange={onChange} send={arrive} />}
      </State>
      <State name="上传中" first={none}>
        {(value, onChange) => <FileUpload aria-label="上传中" value={value} onChange={onChange} send={stall} />}
      </State>
      <State name="失败一次" first={none}>
        {(value, onChange) => <FileUpload aria-label="失败一次" value={value} onChange={onChange} send={failFirst} />}
      </State>
      <State name="已满" first={[grid]}>
        {(value, onChange) => <FileUpload aria-label="已满" max={1} value={value} onChange={onChange} send={arrive} />}
      </State>
      <State name="文件禁用" first={[report, grid]}>
        {(value) => <FileUpload aria-label="文件禁用" disabled value={value} />}
      </State>
    </Part>
  )
}

export function ImageUploads() {
  return (
    <Part id="image" title="图片上传" about="一张图片；先移除再更换。">
      <State<UploadedFile | null> name="未选图片" first={noPicture}>
        {(value, onChange) => <ImageUpload aria-label="未选图片" value={value} onChange={onChange} send={arrive} />}
      </State>
      <State<UploadedFile | null> name="已有图片" first={chart}>
        {(value, onChange) => <ImageUpload aria-label="已有图片" value={value} onChange={onChange} send={arrive} />}
      </State>
      <State<UploadedFile | null> name="图片上传中" first={noPicture}>
        {(value, onChange) => <ImageUpload aria-label="图片上传中" value={value} onChange={onChange} send={stall} />}
      </State>
      <State<UploadedFile | null> name="图片禁用" first={chart}>
        {(value) => <ImageUpload aria-label="图片禁用" disabled value={value} />}
      </State>
    </Part>
  )
}

export function AvatarUploads() {
  return (
    <Part id="avatar" title="头像" about="选择图片后裁剪：拖动、滚轮、滑块或键盘。">
      <State name="没有头像" first="">
        {(value, onChange) => (
          <AvatarUpload
            src={value}
            name="王敏"
            send={arrive}
            onSave={({ url }) => onChange(url)}
            onRemove={() => onChange('')}
          />
        )}
      </State>
      <State name="已有头像" first={picture}>
        {(value, onChange) => (
          <AvatarUpload
            src={value}
            name="王敏"
            send={failFirst}
            onSave={({ url }) => onChange(url)}
            onRemove={() => onChange('')}
          />
        )}
      </State>
    </Part>
  )
}

const article = `<h2>聚乙烯：需求转淡，价格承压</h2>
<p>本周华东 <strong>LLDPE 7042</strong> 主流报价 <span class="rt-red">8,450 元/吨</span>，较上周<span class="rt-green">下跌 60 元/吨</span>，详见<a href="https://example.com/report" target="_blank" rel="noopener noreferrer nofollow">周报</a>。</p>
<table><tbody><tr><th width="160"><p>市场</p></th><th width="120"><p>本周</p></th><th width="100"><p>涨跌</p></th></tr><tr><td><p>华东</p></td><td><p class="rt-right">8,450</p></td><td><p class="rt-right">-60</p></td></tr><tr><td><p>华南</p></td><td><p class="rt-right">8,520</p></td><td><p class="rt-right">-40</p></td></tr></tbody></table>
<ul><li><p>供应：两套装置检修结束</p></li><li><p>需求：棚膜旺季收尾</p></li></ul>
<blockquote><p>预计下周继续偏弱整理。</p></blockquote>
<img class="rt-w50" data-file-id="13" alt="走势图" src='${picture}'>`

export function RichTexts() {
  return (
    <Part
      id="richText"
      title="富文本"
      about="格式按固定样式保存；图片粘贴、拖入或选择后上传，可设宽度；表格的列可拖宽，也可用菜单调整。"
      isWide
    >
      <State name="空" first="">
        {(value, onChange) => <RichText aria-label="正文" value={value} onChange={onChange} send={arrive} />}
      </State>
      <State name="已有正文" first={article}>
        {(value, onChange) => <RichText aria-label="已有正文" value={value} onChange={onChange} send={failFirst} />}
      </State>
      <State name="正文禁用" first={article}>
        {(value) => <RichText aria-label="正文禁用" disabled value={value} />}
      </State>
      <State name="阅读" first={article}>
        {(value) => <RichTextView html={value} />}
      </State>
    </Part>
  )
}
