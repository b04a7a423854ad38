// Authorisation rules of a sub-product, in order of evaluation, and a trial run.
import { ExperimentOutlined } from '@ant-design/icons'
import { Button, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import {
  type GrantRuleRow,
  getRuleChoices,
  grantRuleCalls,
  moveGrantRule,
  tryGrantRules,
} from '#contract/members/grant-rules.ts'
import { registrationSourceLabels, type registrationSources } from '#contract/members/members.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { Can } from '#web/kit/can.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { EnabledStatus, Status } from '#web/kit/table/status.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { sourceOptions } from '../registrations/registration-labels.tsx'
import '../presets/preset-apply.css'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'

type Source = (typeof registrationSources)[number]

/** 试算: which preset a registration with this source and province would get. */
function GrantRuleTrial({ subProduct, onClosed }: { subProduct: SubProductKey; onClosed: () => void }) {
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
          showSearch={byLabel}
          placeholder="没有填写"
          options={provinces}
          value={province || null}
          onChange={(next) => setProvince(next ?? '')}
        />
        <span>结果</span>
        <div className="preset-result" role="status" aria-busy={isFetching}>
          {found === undefined ? null : found === null ? (
            <>
              <Status tone="idle">没有符合条件的规则</Status>
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

const filters = [
  ...filtersOf(grantRuleCalls.list, ['name']),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

function PresetCell({ presetName, isPresetEnabled }: GrantRuleRow) {
  return isPresetEnabled ? presetName : <Status tone="warning">{`${presetName}（已禁用）`}</Status>
}

const columns = columnsOf(grantRuleCalls.list, {
  sort: { width: 96, tip: '从上到下，第一条符合的启用规则生效' },
  name: { width: 220 },
  isEnabled: { label: '状态', width: 90, render: EnabledStatus },
  source: { width: 120, render: ({ source }) => (source === '' ? '不限' : registrationSourceLabels[source]) },
  province: { width: 140, empty: '不限' },
  presetName: { width: 220, render: PresetCell },
  updatedAt: {},
})

const anySource = [{ value: '' as const, label: '不限' }, ...sourceOptions]

/** The presets and provinces that a rule can name. */
function useChoices(subProduct: SubProductKey) {
  const { data, isFetching } = useCall(getRuleChoices, { subProduct })
  const presets = (data?.presets ?? []).map(({ id, name, isEnabled, summary }) => ({
    value: id,
    label: `${name}（${summary}）${isEnabled ? '' : '　已禁用'}`,
  }))
  const provinces = (data?.provinces ?? []).map((value) => ({ value, label: value }))
  return { presets, provinces: [{ value: '', label: '不限' }, ...provinces], isFetching }
}

export default function GrantRuleList({ subProduct }: { subProduct: SubProductKey }) {
  const [isTrying, setTrying] = useState(false)
  const { presets, provinces, isFetching } = useChoices(subProduct)
  // two moves in a row are intended, so no guard against repetition
  const move = useAct(moveGrantRule, { invalidates: [grantRuleCalls.list], guardMs: 0 })
  const copy = useAct(grantRuleCalls.copy, {
    invalidates: [grantRuleCalls.list],
    success: '复制成功，副本在最后，未启用',
  })

  const actsOf = ({ id }: GrantRuleRow): RowAction[] => [
    { label: '上移', call: moveGrantRule, run: () => void move.run({ id, to: 'up' }) },
    { label: '下移', call: moveGrantRule, run: () => void move.run({ id, to: 'down' }) },
    { label: '移到最前', call: moveGrantRule, run: () => void move.run({ id, to: 'first' }) },
    { label: '移到最后', call: moveGrantRule, run: () => void move.run({ id, to: 'last' }) },
    { label: '复制', call: grantRuleCalls.copy, run: () => void copy.run({ id }) },
  ]
  return (
    <>
      <RowsPage
        calls={grantRuleCalls}
        fixedFilters={{ subProduct }}
        on={subProduct}
        settings={subProductMenu(subProduct, 'authorizationRules')}
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        acts={actsOf}
        reads={[getRuleChoices]}
        removing={() => '之后的注册不再按此规则授权，已经授权的不受影响。'}
        form={{
          empty: () => ({ name: '', source: '' as const, province: '', isEnabled: true }),
          inputs: {
            source: { input: <Select options={anySource} />, isRequired: false },
            province: <Select showSearch={byLabel} options={provinces} />,
            presetId: {
              input: (
                <Select
                  showSearch={byLabel}
                  placeholder="请选择授权方案"
                  loading={isFetching}
                  options={presets}
                  notFoundContent="还没有方案，请先在“快捷授权”中新增"
                />
              ),
              hint: '在“快捷授权”中维护。',
            },
          },
          say: {
            source: ['注册来源', (source) => anySource.find(({ value }) => value === source)?.label],
            province: ['省份', (province) => province || '不限'],
          },
        }}
        toolbar={
          <Can call={tryGrantRules} on={subProduct}>
            <Button icon={<ExperimentOutlined />} onClick={() => setTrying(true)}>
              试算
            </Button>
          </Can>
        }
      />
      {isTrying && <GrantRuleTrial subProduct={subProduct} onClosed={() => setTrying(false)} />}
    </>
  )
}
