// Confirms before unsaved changes are discarded: one question for every dialog.
import { notify } from '#web/lib/notify.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'

/**
 * @param what what was changed, as in 授权 or 顺序
 * @param act what would lose the changes
 * @returns whether they may be lost
 */
export function confirmDiscard(
  isChanged: boolean,
  what: string,
  act: '关闭' | '切换' = '关闭',
): Promise<boolean> | true {
  const text = `${what}的改动还没有保存，确定${act}？`
  return !isChanged || notify.askOnce({ title: '放弃改动', text, ok: '放弃', cancel: '继续编辑' })
}

/**
 * For the dialog itself: closing its tab or the window asks as well while there are changes.
 *
 * @param isChanged called whenever the input could be lost; false once the dialog has closed
 * @returns calls `go`, such as closing, once the person agrees to lose the changes
 */
export function useGiveUp(isChanged: () => boolean, what: string): (go: () => void) => void {
  useUnsaved(isChanged)
  const leave = async (go: () => void) => {
    if (await confirmDiscard(isChanged(), what)) go()
  }
  return (go) => void leave(go)
}
