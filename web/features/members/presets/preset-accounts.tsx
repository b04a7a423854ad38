// Picks the accounts to which a preset is applied: by search, or by pasted login names.
import './preset-apply.css'
import { Button, Input, Select, Tabs } from 'antd'
import { useState } from 'react'
import { SELECT_FILTER_MS, SELECT_ROW_PX } from '#contract/limits.ts'
import { matchPresetAccounts, type PresetAccount, searchPresetAccounts } from '#contract/members/grant-presets.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { added, pastedNames } from './preset-accounts.rules.ts'

type Props = {
  subProduct: SubProductKey
  max: number
  chosen: readonly PresetAccount[]
  onChange: (chosen: PresetAccount[]) => void
}

const optionOf = ({ id, loginName, realName, enterprise, refusal }: PresetAccount) => ({
  value: id,
  label: `${realName}（${loginName}）　${enterprise}${refusal && `　${refusal}`}`,
})

function Search({ subProduct, chosen, onChange }: Omit<Props, 'max'>) {
  const [text, setText] = useState('')
  const debounced = useDebounced(text.trim(), SELECT_FILTER_MS)
  const { data = [], isFetching } = useCall(
    searchPresetAccounts,
    { subProduct, text: debounced },
    { placeholderData: (previous) => previous },
  )
  const known = new Set(chosen.map(({ id }) => id))
  return (
    <Select
      aria-label="查找账号"
      style={{ width: '100%' }}
      placeholder="输入登录名、姓名、手机号码或企业，选中即加入"
      value={null}
      loading={isFetching}
      listItemHeight={SELECT_ROW_PX}
      showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
      options={data.filter(({ id }) => !known.has(id)).map(optionOf)}
      notFoundContent={isFetching ? '正在查找' : '没有符合条件的账号'}
      onSelect={(id) => {
        const found = data.find((account) => account.id === id)
        if (found) onChange(added(chosen, [found]))
      }}
    />
  )
}

function Paste({ subProduct, max, chosen, onChange }: Props) {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<readonly string[]>([])
  const names = pastedNames(text)
  const match = useAct(matchPresetAccounts, {
    guardMs: 0,
    onSuccess: (result) => {
      onChange(added(chosen, result.found))
      setMissing(result.missing)
      setText(result.missing.join('\n'))
    },
  })
  return (
    <div className="preset-paste">
      <Input.TextArea
        aria-label="登录名"
        rows={4}
        value={text}
        placeholder="粘贴登录名，每行一个"
        onChange={({ target }) => setText(target.value)}
      />
      <div className="preset-paste-end">
        <span className="preset-missing" role="status">
          {missing.length > 0 && `${missing.length} 个登录名没有账号，或不是您的客户，留在上方待更正`}
          {names.length > max && `一次最多 ${max} 个`}
        </span>
        <Button
          disabled={names.length === 0 || names.length > max}
          loading={match.pending}
          onClick={() => void match.run({ subProduct, loginNames: names })}
        >
          加入 {names.length} 个
        </Button>
      </div>
    </div>
  )
}

/** Rows shown; the rest is counted. */
const SHOWN_MAX = 200

function Chosen({ chosen, onChange }: Pick<Props, 'chosen' | 'onChange'>) {
  if (chosen.length === 0) return <p className="preset-none">还没有选择账号</p>
  return (
    <ScrollBox className="preset-chosen" label="已选账号">
      <ul>
        {chosen.slice(0, SHOWN_MAX).map((account) => (
          <li key={account.id}>
            <span>
              {account.realName}（{account.loginName}）
            </span>
            <span className="preset-faint">{account.enterprise}</span>
            <span className={account.refusal ? 'preset-refused' : 'preset-faint'}>
              {account.refusal || (account.endsOn ? `至 ${account.endsOn}` : '未授权')}
            </span>
            <Button
              type="text"
              size="small"
              aria-label={`移除 ${account.loginName}`}
              onClick={() => onChange(chosen.filter(({ id }) => id !== account.id))}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      {chosen.length > SHOWN_MAX && <p className="preset-faint">{`还有 ${chosen.length - SHOWN_MAX} 个未列出`}</p>}
    </ScrollBox>
  )
}

export function PresetAccounts(props: Props) {
  const { chosen, onChange, max } = props
  return (
    <div className="preset-accounts">
      <Tabs
        size="small"
        items={[
          { key: 'search', label: '查找账号', children: <Search {...props} /> },
          { key: 'paste', label: '粘贴登录名', children: <Paste {...props} /> },
        ]}
      />
      <div className="preset-count">
        <span role="status">
          已选 {chosen.length} 个账号{chosen.length > max && `，一次最多 ${max} 个`}
        </span>
        {chosen.length > 0 && (
          <Button type="link" size="small" onClick={() => onChange([])}>
            清空
          </Button>
        )}
      </div>
      <Chosen chosen={chosen} onChange={onChange} />
    </div>
  )
}
