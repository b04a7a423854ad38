// Chooses an area: province, city and district, each limited to the one above (spec §2).
import './picker-field.css'
import { Button, Select, Spin } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { type Area, areaLevels, chooseIn, noArea, parentOf, type Region } from './area-cascade.rules.ts'
import { byLabel } from './by-label.ts'
import { type Branch, useBranches } from './use-branches.ts'

type AreaCascadeProps = {
  id?: string
  disabled?: boolean
  /** Regions within a region by its id; the provinces for null. */
  load: (parentId: string | null) => Promise<readonly Region[]>
  value?: Area
  onChange?: (area: Area) => void
}

const ownId = (parentId: string) => parentId

/** spec §8: 暂无数据 if the names could not be loaded, or do not include this one. */
function nameOf(branch: Branch<Region> | undefined, chosen: string | null): string {
  if (branch?.state === 'ready') return branch.nodes.find(({ pkId }) => pkId === chosen)?.regionName ?? '暂无数据'
  return branch?.state === 'failed' ? '暂无数据' : ''
}

export function AreaCascade({ id, disabled = false, load, value = noArea, onChange }: AreaCascadeProps) {
  const { branchOf, fetchBranch } = useBranches<string, Region>(load, ownId)
  const { province, city } = value
  const fetchNeeded = useEffectEvent((parents: readonly (string | null)[]) => {
    for (const parent of parents) fetchBranch(parent)
  })
  // the chosen node is shown by its name, so its level is fetched at once
  useEffect(
    () => fetchNeeded([null, province, city].filter((parent, at) => at === 0 || parent !== null)),
    [province, city],
  )
  return (
    <fieldset className="area-cascade" aria-label="所在地区" disabled={disabled}>
      {areaLevels.map(({ key, label }, at) => {
        const parent = parentOf(value, key)
        const branch = parent === undefined ? undefined : branchOf(parent)
        const regions = branch?.state === 'ready' ? branch.nodes : []
        const chosen = value[key]
        return (
          <Select<string | null, { value: string; label: string }>
            key={key}
            {...(id !== undefined && { id: at === 0 ? id : `${id}-${key}` })}
            aria-label={label}
            placeholder={label}
            disabled={disabled || parent === undefined}
            loading={branch?.state === 'loading'}
            {...(branch?.state === 'failed' && { status: 'error' as const })}
            allowClear={{ label: `清空${label}` }}
            showSearch={byLabel}
            value={chosen}
            labelRender={() => nameOf(branch, chosen)}
            options={regions.map(({ pkId, regionName }) => ({ value: pkId, label: regionName }))}
            onOpenChange={(isOpen) =>
              isOpen && branch?.state === 'failed' && parent !== undefined && fetchBranch(parent)
            }
            onChange={(pkId) => onChange?.(chooseIn(value, key, pkId ?? null))}
            notFoundContent={
              <div role="status" className="area-cascade-state">
                {branch?.state === 'loading' && <Spin size="small" />}
                {branch?.state === 'ready' && '暂无数据'}
                {branch?.state === 'failed' && parent !== undefined && (
                  <>
                    加载失败
                    <Button type="link" size="small" onClick={() => fetchBranch(parent)}>
                      重试
                    </Button>
                  </>
                )}
              </div>
            }
          />
        )
      })}
    </fieldset>
  )
}
