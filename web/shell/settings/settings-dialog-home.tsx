// Home page modules (spec §2): on or off, and their order. Failures are silent (spec §8): the list then shows the
// server's state.
import { Switch } from 'antd'
import { useRef, useState } from 'react'
import { getUsersHomePageConfig, type HomeModule, updateHomePageConfig } from '#contract/home/home.ts'
import { SortableList } from '#web/kit/picker/sortable-list.tsx'
import { call } from '#web/lib/call.ts'
import { queryClient, useCall } from '#web/lib/query.ts'
import { useTexts } from '../texts/texts.ts'
import { SettingsDialogBody } from './settings-dialog-body.tsx'

/** The requested modules, until the server has answered all requests. */
function useModules() {
  const read = useCall(getUsersHomePageConfig, undefined, { call: { hideErrorMsg: true } })
  const [pending, setPending] = useState<{ modules: HomeModule[]; open: number }>()

  /** Saves run in sequence, since each place depends on the order before it. */
  const queue = useRef(Promise.resolve())

  async function save(modules: HomeModule[], { configType, enabled }: HomeModule, place: number) {
    setPending((now) => ({ modules, open: (now?.open ?? 0) + 1 }))
    const input = { configType, enabled, orders: place + 1 }
    queue.current = queue.current
      .then(() => call(updateHomePageConfig, input, { hideErrorMsg: true }))
      .then(
        () => undefined,
        () => undefined,
      )
    await queue.current
    await queryClient.invalidateQueries({ queryKey: [getUsersHomePageConfig.path] })
    setPending((now) => (now && now.open > 1 ? { ...now, open: now.open - 1 } : undefined))
  }

  return { read, pending: pending?.modules, save }
}

export function SettingsDialogHome() {
  const { systemSetting: texts } = useTexts()
  const { read, pending, save } = useModules()
  const nameOf = ({ configType }: HomeModule) => texts.modules[configType]

  return (
    <SettingsDialogBody read={read}>
      {(held) => {
        // modules that are not offered come last, so an index in the filtered list is the index among all
        const modules = (pending ?? held).filter(({ isOffered }) => isOffered)
        const flip = (of: HomeModule, isOn: boolean) => {
          const flipped: HomeModule = { ...of, enabled: isOn ? 1 : 0 }
          const place = modules.indexOf(of)
          void save(modules.with(place, flipped), flipped, place)
        }
        return (
          <>
            <p className="settings-hint">{texts.homeHint}</p>
            <SortableList
              label={texts.home}
              items={modules}
              idOf={({ id }) => id}
              nameOf={nameOf}
              onSort={(sorted, place) => {
                const moved = sorted[place]
                if (moved) void save(sorted, moved, place)
              }}
            >
              {(module) => (
                <>
                  <span className="settings-module">{nameOf(module)}</span>
                  <Switch
                    aria-label={nameOf(module)}
                    checked={module.enabled === 1}
                    onChange={(isOn) => flip(module, isOn)}
                  />
                </>
              )}
            </SortableList>
          </>
        )
      }}
    </SettingsDialogBody>
  )
}
