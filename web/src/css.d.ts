/** Only the browser build uses style sheets. They export nothing. */
declare module '*.css'
