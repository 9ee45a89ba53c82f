/** Style sheets are for the browser's build, and have nothing to import. */
declare module '*.css'
