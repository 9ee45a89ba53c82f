/**
 * The style of the button and its dialog. It is a text because the page around them may allow no
 * inline style. `::part(button)` changes the button.
 */
export const css = `
:host{display:inline-block}
button{min-height:44px;padding:0 20px;border:0;border-radius:6px;background:#8a4b14;color:#fff;font:600 16px system-ui,sans-serif;cursor:pointer}
:focus-visible{outline:3px solid #1f6feb;outline-offset:2px}
dialog{box-sizing:border-box;width:min(456px,100vw);max-width:none;max-height:none;margin:auto;padding:0;border:0;border-radius:14px;background:Canvas;color:CanvasText;color-scheme:light dark;font:16px system-ui,sans-serif;overflow:hidden;overscroll-behavior:contain}
dialog[open]{display:flex;flex-direction:column}
dialog::backdrop{background:#0008}
@media(max-width:456px){dialog{border-radius:0}}
p{display:flex;align-items:center;justify-content:space-between;margin:0;padding:4px 4px 4px 16px}
p a{padding:12px 0;color:inherit}
p button{background:none;color:inherit}
button:hover{filter:brightness(1.1)}
iframe{width:100%;height:min(808px,100dvh - 52px);border:0}
iframe[hidden]{display:none}
[role=status]:not(:empty){padding:12px 16px;text-align:center}
`
