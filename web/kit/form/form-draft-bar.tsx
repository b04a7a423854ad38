// Offers to restore a draft of an earlier visit that was never saved.
import { Alert, Button, Space } from 'antd'
import { formatMoment } from '../../lib/format.ts'
import type { DraftOffer } from './use-draft.ts'

export function FormDraftBar({ savedAt, restore, discard }: DraftOffer) {
  return (
    <Alert
      className="form-draft"
      type="info"
      showIcon
      title={`有未保存的草稿（${formatMoment(new Date(savedAt).toISOString())}）`}
      action={
        <Space size={8}>
          <Button size="small" type="primary" onClick={restore}>
            恢复
          </Button>
          <Button size="small" onClick={discard}>
            丢弃
          </Button>
        </Space>
      }
    />
  )
}
