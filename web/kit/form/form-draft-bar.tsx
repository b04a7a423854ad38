// Offers to restore a draft of an earlier visit that was never saved.
import { Alert, Button, Space } from 'antd'
import { formatMoment } from '#web/lib/format.ts'
import type { DraftOffer } from './use-draft.ts'

export function FormDraftBar({ savedAt, restore, discard }: DraftOffer) {
  const at = formatMoment(new Date(savedAt).toISOString())
  return (
    <Alert
      className="form-draft"
      type="info"
      showIcon
      title={restore ? `有未保存的草稿（${at}）` : `已恢复退出登录前填写的内容（${at}），保存后生效`}
      action={
        <Space size={8}>
          {restore && (
            <Button size="small" type="primary" onClick={restore}>
              恢复
            </Button>
          )}
          <Button size="small" onClick={discard}>
            丢弃
          </Button>
        </Space>
      }
    />
  )
}
