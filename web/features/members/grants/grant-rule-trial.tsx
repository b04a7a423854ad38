// 试算: which preset a registration with this source and province would get.
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { getRuleChoices, tryGrantRules } from '../../../../contract/members/grant-rules.ts'
import type { registrationSources } from '../../../../contract/members/members.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { Status } from '../../../kit/table/status.tsx'
import { useCall } from '../../../lib/query.ts'
import { sourceOptions } from '../registrations/registration-labels.tsx'
import '../presets/preset-apply.css'

type Source = (typeof registrationSources)[number]

export function GrantRuleTrial({ subProduct, onClosed }: { subProduct: SubProductKey; onClosed: () => void }) {
  const fields = useId()
  const { close, frame } = useDialog(onClosed)
  const [source, setSource] = useState<Source>('page')
  const [province, setProvince] = useState('')
  const { data: choices } = useCall(getRuleChoices, { subProduct })
  // rules may have changed since the last trial
  const { data: found, isFetching } = useCall(tryGrantRules, { subProduct, source, province }, { staleTime: 0 })
  const provinces = (choices?.provinces ?? []).map((value) => ({ value, label: value }))
  const isOff = found ? !found.isPresetEnabled : false
  return (
    <Modal title="授权规则试算" {...frame} width={520} footer={null} onCancel={close}>
      <div className="preset-form">
        <label htmlFor={`${fields}-source`}>注册来源</label>
        <Select id={`${fields}-source`} options={sourceOptions} value={source} onChange={setSource} />
        <label htmlFor={`${fields}-province`}>省份</label>
        <Select
          id={`${fields}-province`}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="没有填写"
          options={provinces}
          value={province || null}
          onChange={(next) => setProvince(next ?? '')}
        />
        <span>结果</span>
        <div className="preset-result" role="status" aria-busy={isFetching}>
          {found === undefined ? null : found === null ? (
            <>
              <Status tone="idle">没有符合的规则</Status>
              <p>注册后不会自动选好授权方案。</p>
            </>
          ) : (
            <>
              <Status tone={isOff ? 'warning' : 'good'}>{`${found.presetName}（${found.summary}）`}</Status>
              <p>
                由规则“{found.ruleName}”决定{isOff && '；这个方案已禁用，不能授权'}
              </p>
            </>
          )}
        </div>
      </div>
    </Modal>
  )
}
